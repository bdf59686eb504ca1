//! Chromium without a window, driven through its pipe: messages of JSON with a zero byte behind each.
//!
//! Source: the DevTools protocol, <https://chromedevtools.github.io/devtools-protocol/>; `--remote-debugging-pipe` reads descriptor 3 and writes 4.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A browser with one page, which ends with the test.
pub struct Chromium {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: Option<String>,
    calls: u64,
    events: Vec<Value>,
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[allow(dead_code, reason = "each test file uses its part of this module")]
impl Chromium {
    /// One with a profile of its own: two browsers cannot share one.
    pub fn start(profile: &Path) -> Chromium {
        let options = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--remote-debugging-pipe",
        ];
        let mut process = Command::new("sh")
            .args(["-c", "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh"])
            .args(options)
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh is there");
        let to = process.stdin.take().expect("a pipe");
        let from = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut browser = Chromium { process, to, from, session: None, calls: 0, events: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_string);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.paper(1280, "light");
        browser
    }

    /// What a reader has: so many pixels of width, and `light` or `dark`.
    pub fn paper(&mut self, width: u64, scheme: &str) {
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Goes to a page, and waits until it is there.
    pub fn open(&mut self, address: &str) {
        // An address that differs in its hash alone would load nothing.
        self.go("about:blank");
        self.events.clear();
        self.go(address);
    }

    fn go(&mut self, address: &str) {
        self.events.retain(|event| event["method"] != "Page.loadEventFired");
        self.call("Page.navigate", json!({ "url": address }));
        self.wait_for_the_page();
    }

    fn wait_for_the_page(&mut self) {
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let message = self.message();
            self.events.push(message);
        }
    }

    /// What an expression comes to in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Puts the pointer on the first element of those that are seen.
    pub fn point_at(&mut self, selector: &str) -> [f64; 2] {
        let found = self.value(&format!(
            "(() => {{ const seen = [...document.querySelectorAll({selector:?})].find((one) => one.checkVisibility() && \
             one.getBoundingClientRect().width); seen.scrollIntoView({{ block: 'center' }}); const box = \
             seen.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; }})()"
        ));
        let place = [0, 1].map(|axis| found[axis].as_f64().expect("it has a place"));
        self.mouse("mouseMoved", place);
        place
    }

    /// The same, and presses it.
    pub fn click(&mut self, selector: &str) {
        let place = self.point_at(selector);
        self.mouse("mousePressed", place);
        self.mouse("mouseReleased", place);
    }

    /// The same, and waits for the page to which that leads.
    pub fn follow(&mut self, selector: &str) {
        self.events.retain(|event| event["method"] != "Page.loadEventFired");
        self.click(selector);
        self.wait_for_the_page();
    }

    /// What axe-core finds in the page, whose parts are opened, in light on wide paper and in dark on narrow paper.
    pub fn found_by_axe(&mut self) -> Vec<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packages/node_modules/axe-core/axe.min.js");
        let axe = std::fs::read_to_string(&path).expect("axe-core is installed: make packages");
        self.value("for (const part of document.querySelectorAll('details')) part.open = true; 1");
        self.value(&format!("{axe}; 1"));
        let mut found = Vec::new();
        for (width, scheme) in [(1280, "light"), (360, "dark")] {
            self.paper(width, scheme);
            let all = self.value(
                "axe.run().then((all) => all.violations.map((one) => `${one.id} (${one.impact}): ${one.nodes[0].html}`))",
            );
            let all = all.as_array().expect("a list").iter();
            found.extend(all.map(|one| format!("{width}, {scheme}: {}", one.as_str().unwrap_or_default())));
        }
        self.paper(1280, "light");
        found
    }

    fn mouse(&mut self, what: &str, [x, y]: [f64; 2]) {
        let button = if what == "mouseMoved" { "none" } else { "left" };
        let event = json!({ "type": what, "x": x, "y": y, "button": button, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// What it said of the page that is open, warnings and errors of the console included.
    pub fn complaints(&mut self) -> Vec<String> {
        // Whatever is on its way comes before the answer.
        self.value("1");
        let kinds = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"];
        let is_one = |event: &&Value| kinds.iter().any(|kind| event["method"] == *kind);
        self.events.iter().filter(is_one).map(|event| event["params"].to_string()).collect()
    }

    /// The addresses that it asked for since the page was opened, that of the page first.
    pub fn requests(&self) -> Vec<String> {
        let of = |event: &&Value| event["method"] == "Network.requestWillBeSent";
        let address = |event: &Value| event["params"]["request"]["url"].as_str().unwrap_or_default().to_string();
        self.events.iter().filter(of).map(address).collect()
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut line = message.to_string().into_bytes();
        line.push(0);
        self.to.write_all(&line).expect("chromium is installed: make packages");
        loop {
            let message = self.message();
            if message["id"] == self.calls {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    fn message(&mut self) -> Value {
        let mut line = Vec::new();
        self.from.read_until(0, &mut line).expect("the pipe can be read");
        assert_eq!(line.pop(), Some(0), "chromium has ended, or is not installed: make packages");
        serde_json::from_slice(&line).expect("it answers in JSON")
    }
}
