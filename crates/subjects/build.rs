//! Rebuilds when a file is added under `workers/`: the macro that embeds them sees changed files alone.

fn main() {
    println!("cargo:rerun-if-changed=../../workers");
}
