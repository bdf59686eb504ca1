//! The words of the program as plain data: plan, variant, point, sample, answer, event, run.
//!
//! Owns the vocabulary that every stage shares. Refuses to know about files, clocks, processes and text formats: nothing
//! here does I/O, and nothing here decides. `ARCHITECTURE.md` lists the words; each has a file of its own.

mod agreement;
mod answer;
mod build;
mod canonical;
mod code;
mod collector;
mod command;
mod command_line;
mod condition;
mod dose;
mod environment;
mod event;
mod exit_codes;
mod failure;
mod fixture;
mod gap;
mod http;
mod landmark;
mod language;
mod latencies;
mod load;
mod machine;
mod metric;
mod need;
mod param;
mod plan;
mod point;
mod published;
mod readings;
mod run;
mod rung;
mod sample;
mod server;
mod sim;
mod snippet;
mod source;
mod stack;
mod stop_rule;
mod subject;
mod telling;
mod template;
mod unit_cost;
mod units;
mod value;
mod variant;

pub use agreement::{Agreement, Reference, agreement, first_difference, is_ranked};
pub use answer::{Answer, Check};
pub use build::Build;
pub use canonical::{escape_into, escaped};
pub use code::Code;
pub use collector::Collector;
pub use command::{BeforeEach, CommandSubject, Destination};
pub use command_line::CommandLine;
pub use condition::{Clause, Condition, Operator};
pub use dose::{DOSE_EVENTS, Dose, DoseEvent};
pub use environment::Environment;
pub use event::{End, Event, Schedule};
pub use exit_codes::ExitCodes;
pub use failure::{Failure, FailureKind};
pub use fixture::{CacheState, Fill, Fixture};
pub use gap::Gap;
pub use http::{HttpSubject, Origin};
pub use landmark::{CACHES, Holder, Landmark, bytes_of};
pub use language::{Language, LanguageTraits};
pub use latencies::Latencies;
pub use load::{Arrivals, Load};
pub use machine::Machine;
pub use metric::{Direction, METRICS, Metric, MetricInfo, Unit};
pub use need::Need;
pub use param::Param;
pub use plan::Plan;
pub use point::Point;
pub use published::{Published, PublishedFigure, PublishedTable};
pub use readings::Readings;
pub use run::{CaseRecord, CaseState, Look, Pilot, PointRecord, Run, RunHeader};
pub use rung::half_way;
pub use sample::{Block, Sample};
pub use server::{Server, StopSignal};
pub use sim::{SimFault, SimSubject, Weather};
pub use snippet::SnippetSubject;
pub use source::Source;
pub use stack::{Frame, Stacks};
pub use stop_rule::{ERROR_LEVEL, StopRule};
pub use subject::Subject;
pub use telling::Telling;
pub use template::{Piece, Scope, Template, UnknownName, is_identifier};
pub use unit_cost::{COSTLY_EVENTS, CostlyEvent, EventInfo, Per, UnitCost, UnitCosts};
pub use units::{
    BYTE_UNITS, TIME_UNITS, filled_bytes, filled_duration, format_bytes, format_duration, format_percent, parse_bytes,
    parse_duration,
};
pub use value::Value;
pub use variant::{Role, Variant};
