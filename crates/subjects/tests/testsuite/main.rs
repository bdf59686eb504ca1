//! The hosts, the spawner and the servers, each really started. One program for all, because each that is linked by itself costs as
//! much time and disk as all of them together.

mod c;
mod conformance;
mod forked;
mod go;
mod haskell;
mod http;
mod impostors;
mod java;
mod javascript;
mod lua;
mod pasted;
mod perl;
mod php;
mod python;
mod ruby;
mod rust;
mod shells;
mod spawner;
mod stage;
