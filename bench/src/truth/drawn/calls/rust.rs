use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
thread_local! {
    static Y: Cell<u32> = const { Cell::new(1) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
    static LEFT: Cell<f64> = const { Cell::new(0.0) };
    static STATE: Cell<u64> = Cell::new(RandomState::new().hash_one(1) | 1);
}
fn steps(n: f64) -> u32 {
    let mut z = Y.get();
    // Else eight steps would become one.
    for _ in 0..n as i64 { z = std::hint::black_box(z).wrapping_mul(1664525).wrapping_add(1013904223); }
    Y.set(z);
    z
}
fn counted() -> u64 { COUNT.set(COUNT.get() + 1); COUNT.get() }
fn drawn() -> f64 {
    let mut state = STATE.get();
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    STATE.set(state);
    (state.wrapping_mul(2685821657736338717) >> 11) as f64 / 9007199254740992.0
}
fn uniform() -> f64 { 1.0 - drawn() }
fn pick(when: bool, dear: f64, cheap: f64) -> f64 { if when { dear } else { cheap } }
fn every(n: f64) -> bool { counted() % n as u64 == 0 }
fn chance(part: f64) -> bool { uniform() < part }
fn first(dear: f64, n: f64) -> bool { (((counted() - 1) % n as u64) as f64) < dear }
fn once() -> bool { counted() == 1 }
fn saw(n: f64, least: f64, more: f64) -> f64 { least + more * (counted() % n as u64) as f64 }
fn exponential(mean: f64) -> f64 { -uniform().ln() * mean }
fn lognormal(middle: f64, spread: f64) -> f64 {
    (middle + spread * (-2.0 * uniform().ln()).sqrt() * (6.283185307179586 * uniform()).cos()).exp()
}
fn after_gap(most: f64, dear: f64, cheap: f64) -> f64 {
    let mut now = cheap;
    if LEFT.get() < 1.0 { LEFT.set(1.0 + (drawn() * most).floor()); now += dear; }
    LEFT.set(LEFT.get() - 1.0);
    now
}
