//! The words of the program as plain data: plan, variant, point, sample, answer, event, run.
//!
//! Owns the vocabulary that every stage shares. Refuses to know about files, clocks, processes and text formats: nothing
//! here does I/O, and nothing here decides. `ARCHITECTURE.md` lists the words; each has a file of its own.

mod agreement;
mod answer;
mod canonical;
mod condition;
mod event;
mod failure;
mod judge;
mod latencies;
mod machine;
mod metric;
mod plan;
mod point;
mod published;
mod run;
mod sample;
mod template;
mod units;
mod value;

pub use agreement::{Agreement, Reference, agreement, first_difference, is_ranked};
pub use answer::{Answer, Check};
pub use canonical::{escape_into, escaped};
pub use condition::{Clause, Condition, Operator};
pub use event::{End, Event, Schedule};
pub use failure::{Failure, FailureKind};
pub use judge::Judge;
pub use latencies::Latencies;
pub use machine::Machine;
pub use metric::{Direction, METRICS, Metric, MetricInfo, Unit};
pub use plan::{
    Arrivals, Build, CacheState, Code, CommandLine, CommandSubject, Destination, Environment, Fill, Fixture,
    HttpSubject, Language, LanguageTraits, Load, Need, Origin, Param, Plan, Role, Server, SimFault, SimSubject,
    SnippetSubject, Source, StopSignal, Subject, Variant, Weather,
};
pub use point::Point;
pub use published::{Published, PublishedFigure, PublishedTable};
pub use run::{CaseRecord, CaseState, Look, PointRecord, Run, RunHeader};
pub use sample::{Block, Readings, Sample};
pub use template::{Piece, Scope, Template, UnknownName, is_identifier};
pub use units::{
    BYTE_UNITS, TIME_UNITS, filled_bytes, filled_duration, format_bytes, format_duration, format_percent, parse_bytes,
    parse_duration,
};
pub use value::Value;
