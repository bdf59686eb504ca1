//! The words of the program as plain data: plan, variant, point, sample, answer, event, run.
//!
//! Owns the vocabulary that every stage shares. Refuses to know about files, clocks, processes and text formats: nothing
//! here does I/O, and nothing here decides. `ARCHITECTURE.md` lists the words; each has a file of its own.

mod agreement;
mod answer;
mod canonical;
mod condition;
mod environment;
mod event;
mod failure;
mod http;
mod latencies;
mod load;
mod machine;
mod metric;
mod plan;
mod point;
mod published;
mod run;
mod sample;
mod server;
mod stop_rule;
mod template;
mod units;
mod value;

pub use agreement::{Agreement, Reference, agreement, first_difference, is_ranked};
pub use answer::{Answer, Check};
pub use canonical::{escape_into, escaped};
pub use condition::{Clause, Condition, Operator};
pub use environment::Environment;
pub use event::{End, Event, Schedule};
pub use failure::{Failure, FailureKind};
pub use http::{HttpSubject, Origin};
pub use latencies::Latencies;
pub use load::{Arrivals, Load};
pub use machine::Machine;
pub use metric::{Direction, METRICS, Metric, MetricInfo, Unit};
pub use plan::{
    BeforeEach, Build, CacheState, Code, CommandLine, CommandSubject, Destination, Fill, Fixture, Language,
    LanguageTraits, Need, Param, Plan, Role, SimFault, SimSubject, SnippetSubject, Source, Subject, Variant, Weather,
};
pub use point::Point;
pub use published::{Published, PublishedFigure, PublishedTable};
pub use run::{CaseRecord, CaseState, Look, PointRecord, Run, RunHeader};
pub use sample::{Block, Readings, Sample};
pub use server::{Server, StopSignal};
pub use stop_rule::{ERROR_LEVEL, StopRule};
pub use template::{Piece, Scope, Template, UnknownName, is_identifier};
pub use units::{
    BYTE_UNITS, TIME_UNITS, filled_bytes, filled_duration, format_bytes, format_duration, format_percent, parse_bytes,
    parse_duration,
};
pub use value::Value;
