//! What is said beside the verdicts, on invented runs: what is there is found, and what is not there is hardly ever.

mod constant_times;
mod false_alarms;
mod found;
mod invented;
mod of_script;
mod outlook;
mod seldom;
mod slices;
mod source;
mod varying;
