//! Loads a server and tells what the generator itself costs: `load URL CONNECTIONS REQUESTS [close | RATE | poisson RATE]`.

use cmpthese_generator::{Generator, Load, LoadOutcome, Pace, Target};
use std::error::Error;
use std::net::ToSocketAddrs;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (url, connections, requests, pace) = match words[..] {
        [url, connections, requests] | [url, connections, requests, "close"] => {
            (url, connections, requests, Pace::Closed)
        }
        [url, connections, requests, "poisson", rate] => {
            (url, connections, requests, Pace::Poisson { per_second: rate.parse()? })
        }
        [url, connections, requests, rate] => (url, connections, requests, Pace::Fixed { per_second: rate.parse()? }),
        _ => return Err("usage: load URL CONNECTIONS REQUESTS [close | RATE | poisson RATE]".into()),
    };
    let keep_alive = words.get(3) != Some(&"close");
    let target = target(url, keep_alive)?;
    let load =
        Load { connections: connections.parse()?, keep_alive, pace, timeout: Duration::from_secs(5), awake: false };
    let mut generator = Generator::new(target, load)?;
    let status = generator.answer()?.status;
    print(&generator.run(requests.parse()?, 1, status)?);
    Ok(())
}

fn target(url: &str, keep_alive: bool) -> Result<Target, Box<dyn Error>> {
    let rest = url.strip_prefix("http://").ok_or("the URL must begin with http://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let address = host.to_socket_addrs()?.next().ok_or("no such host")?;
    let connection = if keep_alive { "" } else { "Connection: close\r\n" };
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\n{connection}\r\n").into_bytes();
    Ok(Target { address, request, head_only: false })
}

fn print(outcome: &LoadOutcome) {
    let requests = (outcome.completed + outcome.faulty()).max(1) as f64;
    println!("requests/s {:.0}", requests / outcome.wall_ns as f64 * 1e9);
    println!("own CPU per request {:.3} µs", outcome.cpu_ns as f64 / requests / 1e3);
    println!("in flight {:.2}", outcome.busy_ns as f64 / outcome.wall_ns as f64);
    for quantile in [0.5, 0.9, 0.99, 0.999, 1.0] {
        println!("latency {quantile} {:.1} µs", outcome.latencies.value_at_quantile(quantile) as f64 / 1e3);
    }
    println!("lag {:?}", outcome.lag);
    println!("connections {} opened, {} failed", outcome.connections_opened, outcome.connections_failed);
    println!("requests {} on reused connections, {} sent again", outcome.connections_reused, outcome.resent);
    println!("statuses {:?}, faults {:?}, abandoned {}", outcome.statuses, outcome.faults, outcome.abandoned);
}
