//! JMH of Java.

use crate::own_tools::code::Code;
use crate::own_tools::tool::{Output, Tool};
use serde_json::Value;

pub const TOOL: Tool = Tool {
    language: "java",
    code: Code {
        looped: "int x = 1; for (int i = 0; i < ROUNDS; i++) x = x * 1664525 + 1013904223; return x;",
        rounds: 80_000,
        texts: "StringBuilder text = new StringBuilder(); for (int i = 0; i < 50; i++) text.append(i * 7).append(','); return text.toString();",
    },
    name: "JMH",
    package: "Maven Central's org.openjdk.jmh, by Debian's maven,",
    version: &["sh", "-c", "cd {tool}/jars && ls jmh-core-*.jar | sed 's/jmh-core-//; s/.jar//'"],
    install: (
        &[("pom.xml", POM)],
        &[&["mvn", "--quiet", "--batch-mode", "dependency:copy-dependencies", "-DoutputDirectory=jars"]],
    ),
    files: &[("Own.java", PROGRAM)],
    build: &[&["javac", "-cp", "{tool}/jars/*", "-d", "classes", "Own.java"]],
    run: &[
        "java",
        "-cp",
        "classes:{tool}/jars/*",
        "org.openjdk.jmh.Main",
        "-jvmArgsAppend=-XX:+UseSerialGC",
        "-f4",
        "-wi=1",
        "-w=700ms",
        "-i=1",
        "-r=700ms",
        "-bm=avgt",
        "-tu=ns",
        "-foe=true",
        "-v=SILENT",
        "-rf=json",
        "-rff=out.json",
    ],
    processes: 1,
    output: Output::File("out.json"),
    read,
    reading: "Mode `avgt` in four forks, 0.7 s to warm up and an iteration of 0.7 s in each, the score. A loop that calls a method which is \
              not inlined, and gives its value to a black hole; the loop is in the time. With the serial collector, as in this program; on two CPUs the JVM \
              would take G1. The clock of the wall; the collector is on.",
};

const POM: &str = "<project>
<modelVersion>4.0.0</modelVersion><groupId>own</groupId><artifactId>own</artifactId><version>1</version>
<dependencies>
<dependency><groupId>org.openjdk.jmh</groupId><artifactId>jmh-core</artifactId><version>1.37</version></dependency>
<dependency><groupId>org.openjdk.jmh</groupId><artifactId>jmh-generator-annprocess</artifactId><version>1.37</version></dependency>
</dependencies>
</project>
";

const PROGRAM: &str = "package own;
import org.openjdk.jmh.annotations.Benchmark;
public class Own {
    @Benchmark
    public Object own() {
@code@
    }
}
";

fn read(text: &str) -> Option<f64> {
    let results: Value = serde_json::from_str(text).ok()?;
    results[0]["primaryMetric"]["score"].as_f64()
}

#[cfg(test)]
mod tests {
    #[test]
    fn its_file_is_read() {
        let text = r#"[{"jmhVersion": "1.37", "benchmark": "own.Own.own", "mode": "avgt", "primaryMetric": {"score": 412.75,
            "scoreError": 9.1, "scoreUnit": "ns/op", "rawData": [[412.5, 413.0, 412.75]]}, "secondaryMetrics": {}}]"#;
        assert_eq!(super::read(text), Some(412.75));
        assert_eq!(super::read("[]"), None);
    }
}
