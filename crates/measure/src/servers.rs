//! The servers of a launch: started together, stopped together.

use crate::fixture::Fixtures;
use crate::trouble::{self, Trouble};
use model::{FailureKind, Server};
use std::collections::BTreeMap;
use subjects::http::Listening;
use subjects::{NoServer, RunningServer};

/// The servers that run. They are stopped, with all that they started, when this is dropped.
#[derive(Debug, Default)]
pub struct Servers {
    running: BTreeMap<String, RunningServer>,
    /// Where those listen that are ready.
    pub listening: BTreeMap<String, Listening>,
}

impl Servers {
    /// Starts the servers that some variants ask, on some CPUs, and waits until all are ready. The result holds the trouble of each variant
    /// whose server is not.
    pub fn start(site: &Fixtures, variants: &[usize], cpus: &[usize]) -> (Servers, BTreeMap<usize, Trouble>) {
        let Fixtures { plan, context, .. } = *site;
        let scope = site.scope();
        let asks = |variant: &usize, server: &Server| plan.variants[*variant].server() == Some(server.name.as_str());
        let asked = plan.servers.iter().filter(|server| variants.iter().any(|variant| asks(variant, server)));
        // All are started before one is waited for, so that they load side by side.
        let started: Vec<(&Server, Result<RunningServer, NoServer>)> =
            asked.map(|server| (server, RunningServer::start(server, &scope, cpus, context))).collect();
        let mut servers = Servers::default();
        let mut troubles = BTreeMap::new();
        for (server, outcome) in started {
            match outcome.and_then(|mut running| running.await_ready().map(|()| running)) {
                Ok(running) => {
                    let listening = Listening { address: running.address(), keeper: running.keeper() };
                    servers.listening.insert(server.name.clone(), listening);
                    servers.running.insert(server.name.clone(), running);
                }
                Err(why) => {
                    let own = variants.iter().filter(|variant| asks(variant, server));
                    troubles.extend(own.map(|variant| (*variant, failure(server, &why))));
                }
            }
        }
        (servers, troubles)
    }

    /// Stops them. The result tells of those that had to be killed.
    pub fn stop(mut self) -> Vec<String> {
        self.ask_to_stop();
        let stopped = std::mem::take(&mut self.running).into_iter();
        let killed = stopped.filter_map(|(name, server)| Some((name, server.end()?)));
        let told = |(name, after_ns)| {
            let after = model::format_duration(after_ns as f64);
            format!(
                "the server {name} goes on when it is asked to stop, and is killed {after} later: `stop` of [server.{name}] names the signal that it is asked with"
            )
        };
        killed.map(told).collect()
    }

    fn ask_to_stop(&mut self) {
        // Each is waited for when it is dropped, so all are asked first.
        self.running.values_mut().for_each(RunningServer::ask_to_stop);
    }

    /// The end of what a server wrote, as words that follow a sentence.
    pub fn said(&self, server: &Server) -> String {
        self.running.get(&server.name).map_or(String::new(), RunningServer::said)
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        self.ask_to_stop();
    }
}

fn failure(server: &Server, why: &NoServer) -> Trouble {
    let help = "run its command by hand, in a directory that holds its `files` and nothing else; it must stay in the foreground and listen on 127.0.0.1, port {port}";
    match why {
        NoServer::Interrupted => Trouble::Interrupted,
        NoServer::Missing(name) => {
            Trouble::Failed(trouble::not_installed(&server.needs, name, trouble::not_found_by_server(name)))
        }
        NoServer::Failed(message) => Trouble::Failed(trouble::failed(FailureKind::Died, message.clone(), help)),
    }
}
