//! The history at its boundary: what is recorded comes back, whatever happens to the process and to the file.

mod claims;
mod crash;
mod damage;
mod invented;
mod listing;
mod location;
mod opening;
mod roundtrip;
mod writers;
