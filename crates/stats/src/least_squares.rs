//! A curve through means that are each known to a part of themselves: weighted least squares, how sure its coefficients are, and whether it fits.

use crate::interval::Interval;
use crate::moments::{mean, variance};
use crate::student;
use statrs::distribution::{ContinuousCDF, FisherSnedecor};

/// A mean without any spread is as sure as one that is known to a millionth.
const PART_MIN: f64 = 1e-6;

/// Fitted values below this part of what was measured weigh as if they were this part of it.
const FITTED_MIN: f64 = 0.1;

/// Weights that depend on the fit settle within a few rounds, or the curve does not fit.
const ROUNDS: usize = 12;

/// The mean time at one size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    pub(crate) size: f64,
    pub(crate) time: f64,
    /// Variance of the mean, over launches.
    pub(crate) variance: f64,
    /// Degrees of freedom of that variance.
    pub(crate) freedom: f64,
}

impl Measured {
    /// The mean of launches; `None` where there is none, or a time that is not positive.
    pub(crate) fn of(size: f64, launches: &[f64]) -> Option<Measured> {
        let count = launches.len() as f64;
        let time = mean(launches)?;
        let spread = variance(launches).map_or(0.0, |variance| variance / count);
        let is_known = size.is_finite() && time.is_finite() && time > 0.0;
        let variance = spread.max((PART_MIN * time).powi(2));
        is_known.then_some(Measured { size, time, variance, freedom: (count - 1.0).max(1.0) })
    }
}

/// The g of time = c₀ + c₁·g(size).
pub(crate) type Growth = fn(f64) -> f64;

#[derive(Clone, Debug)]
pub(crate) struct Fit {
    growth: Option<Growth>,
    coefficients: [f64; 2],
    /// Of each mean: what is measured over what is fitted, less one.
    pub(crate) off: Vec<f64>,
    /// Row by row how much a mean counts in each coefficient, in units of the fitted time.
    influence: Vec<[f64; 2]>,
    /// Row by row how much each coefficient counts in the fitted time, in units of it.
    rows: Vec<[f64; 2]>,
    /// Relative variance of each mean, and its degrees of freedom.
    parts: Vec<(f64, f64)>,
}

/// The sum of squared relative deviations that measurement error alone makes, after Box (1954, Annals of Mathematical Statistics 25): a
/// multiple of χ² with as many degrees of freedom as have its mean and its variance, whatever the errors of the single means are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Expected {
    sum: f64,
    spread: f64,
    uncertainty: f64,
    /// How many means there are beyond the coefficients.
    pub(crate) beyond: f64,
}

impl Expected {
    pub(crate) fn and(self, other: Expected) -> Expected {
        Expected {
            sum: self.sum + other.sum,
            spread: self.spread + other.spread,
            uncertainty: self.uncertainty + other.uncertainty,
            beyond: self.beyond + other.beyond,
        }
    }

    /// The probability of such a sum or a larger one.
    pub(crate) fn p(&self, squares: f64) -> f64 {
        if self.sum <= 0.0 {
            return 1.0;
        }
        let freedom = (self.sum.powi(2) / self.spread, self.sum.powi(2) / self.uncertainty);
        FisherSnedecor::new(freedom.0, freedom.1).map_or(1.0, |law| 1.0 - law.cdf(squares / self.sum))
    }

    /// The relative variance that deviations have beyond measurement error, by the method of moments (DerSimonian & Kacker 2007).
    pub(crate) fn beyond_error(&self, squares: f64) -> f64 {
        if self.beyond > 0.0 { ((squares - self.sum) / self.beyond).max(0.0) } else { 0.0 }
    }

    /// How much a single deviation counts: what measurement error makes, or what there is, if that is more.
    pub(crate) fn unit(&self, squares: f64) -> f64 {
        self.sum.max(squares) / self.beyond.max(1.0)
    }
}

/// Fits by least squares of relative deviations. `None` with fewer means than coefficients, or sizes that are all alike.
pub(crate) fn fit(means: &[Measured], growth: Option<Growth>) -> Option<Fit> {
    let mut fitted: Vec<f64> = means.iter().map(|one| one.time).collect();
    for _ in 0..ROUNDS {
        let [fixed, per] = coefficients(means, &fitted, growth)?.0;
        let value = |one: &Measured| fixed + growth.map_or(0.0, |growth| per * growth(one.size));
        fitted = means.iter().map(|one| value(one).max(FITTED_MIN * one.time)).collect();
    }
    let (coefficients, influence) = coefficients(means, &fitted, growth)?;
    let row = |(one, fitted): (&Measured, &f64)| [1.0 / fitted, growth.map_or(0.0, |growth| growth(one.size)) / fitted];
    let rows = means.iter().zip(&fitted).map(row).collect();
    let parts = means.iter().zip(&fitted).map(|(one, fitted)| (one.variance / fitted.powi(2), one.freedom)).collect();
    let off = means.iter().zip(&fitted).map(|(one, fitted)| one.time / fitted - 1.0).collect();
    Some(Fit { growth, coefficients, off, influence, rows, parts })
}

/// The coefficients, and how much each mean counts in them.
fn coefficients(means: &[Measured], fitted: &[f64], growth: Option<Growth>) -> Option<([f64; 2], Vec<[f64; 2]>)> {
    let weights: Vec<f64> = fitted.iter().map(|fitted| fitted.powi(-2)).collect();
    let total: f64 = weights.iter().sum();
    let Some(growth) = growth else {
        let influence: Vec<[f64; 2]> =
            weights.iter().zip(fitted).map(|(weight, fitted)| [weight * fitted / total, 0.0]).collect();
        let fixed = means.iter().zip(&weights).map(|(one, weight)| one.time * weight).sum::<f64>() / total;
        return (!means.is_empty()).then_some(([fixed, 0.0], influence));
    };
    let x: Vec<f64> = means.iter().map(|one| growth(one.size)).collect();
    let middle = x.iter().zip(&weights).map(|(x, weight)| x * weight).sum::<f64>() / total;
    let spread: f64 = x.iter().zip(&weights).map(|(x, weight)| weight * (x - middle).powi(2)).sum();
    let squares: f64 = x.iter().zip(&weights).map(|(x, weight)| weight * x.powi(2)).sum();
    if means.len() < 2 || spread.is_nan() || spread <= 1e-12 * squares {
        return None;
    }
    let of_mean = |index: usize| {
        let per = weights[index] * (x[index] - middle) / spread;
        [(weights[index] / total - per * middle) * fitted[index], per * fitted[index]]
    };
    let influence: Vec<[f64; 2]> = (0..means.len()).map(of_mean).collect();
    let relative = |column: usize| {
        means.iter().zip(fitted).zip(&influence).map(|((one, fitted), row)| row[column] * one.time / fitted).sum()
    };
    Some(([relative(0), relative(1)], influence))
}

impl Fit {
    pub(crate) fn at(&self, size: f64) -> f64 {
        self.coefficients[0] + self.growth.map_or(0.0, |growth| self.coefficients[1] * growth(size))
    }

    /// What can be seen of the deviations if the curve is true. It takes the square of the number of means, so whoever fits many
    /// curves to choose among them asks the one that is chosen.
    pub(crate) fn expected(&self) -> Expected {
        let count = self.parts.len();
        // What a residual holds of each mean: the projection off the curve.
        let left = |one: usize, other: usize| {
            let ([fixed, per], influence) = (self.rows[one], self.influence[other]);
            f64::from(u8::from(one == other)) - fixed * influence[0] - per * influence[1]
        };
        let part = |index: usize| self.parts[index].0;
        let parts = || {
            self.parts.iter().enumerate().map(|(index, (part, freedom))| (part * left(index, index).max(0.0), freedom))
        };
        let pairs = (0..count).flat_map(|one| (0..count).map(move |other| (one, other)));
        Expected {
            sum: parts().map(|(part, _)| part).sum(),
            spread: pairs.map(|(one, other)| left(one, other).powi(2) * part(one) * part(other)).sum(),
            uncertainty: parts().map(|(part, freedom)| part.powi(2) / freedom).sum(),
            beyond: (count - if self.growth.is_some() { 2 } else { 1 }) as f64,
        }
    }

    /// The sum of squared relative deviations, of what of each is beyond `allowed`.
    pub(crate) fn squares(&self, allowed: f64) -> f64 {
        self.off.iter().map(|off| (off.abs() - allowed).max(0.0).powi(2)).sum()
    }

    /// A coefficient with its interval at 1 − `alpha`. The variances of the means count as they are and not as the weights have it, with
    /// `beyond` of every mean beside; degrees of freedom after Satterthwaite (1946, Biometrics Bulletin 2).
    pub(crate) fn coefficient(&self, index: usize, beyond: f64, freedom_beyond: f64, alpha: f64) -> Interval {
        let point = self.coefficients[index];
        let terms = || self.influence.iter().zip(&self.parts).map(|(row, part)| (row[index].powi(2), part));
        let of_error: f64 = terms().map(|(square, (part, _))| square * part).sum();
        let of_curve: f64 = terms().map(|(square, _)| square * beyond).sum();
        let doubt: f64 = terms().map(|(square, (part, freedom))| (square * part).powi(2) / freedom).sum::<f64>()
            + of_curve.powi(2) / freedom_beyond.max(1.0);
        let variance = of_error + of_curve;
        let half = variance.sqrt() * student::two_sided_critical_value(alpha, (variance.powi(2) / doubt).max(1.0));
        Interval::around(point, half, 1.0 - alpha)
    }

    /// The coefficients of a line, and their variances and covariance where each mean has the relative variance `beyond`, as a matrix row by row.
    pub(crate) fn line(&self, beyond: f64) -> ([f64; 2], [f64; 3]) {
        let sum = |one: usize, other: usize| self.influence.iter().map(|row| row[one] * row[other] * beyond).sum();
        (self.coefficients, [sum(0, 0), sum(0, 1), sum(1, 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_exact_means_is_found() {
        let means: Vec<Measured> =
            [1.0, 2.0, 4.0, 8.0].iter().filter_map(|size| Measured::of(*size, &[3.0 + 10.0 * size])).collect();
        let fit = fit(&means, Some(|size| size)).expect("four sizes");
        assert!((fit.at(0.0) - 3.0).abs() < 1e-9 && (fit.at(100.0) - 1003.0).abs() < 1e-9, "{fit:?}");
        assert!(fit.squares(0.0) < 1e-20);
    }

    /// The same by the normal equations and the hat matrix, in another program; the tail of F by integration.
    #[test]
    fn coefficients_errors_and_test_agree_with_the_normal_equations() {
        let figures = [(1.0, 13.2, 0.01), (2.0, 22.7, 0.04), (4.0, 43.5, 0.09), (8.0, 82.4, 0.16), (16.0, 164.1, 0.25)];
        let means = figures.map(|(size, time, variance)| Measured { size, time, variance, freedom: 9.0 });
        let fit = fit(&means, Some(|size| size)).expect("five sizes");
        let near = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-5, "{found} not {expected}");
        near(fit.at(0.0), 3.118_001_84);
        near(fit.at(1.0) - fit.at(0.0), 9.987_575_354);
        near(fit.squares(0.0), 5.502_711_90e-4);
        near(fit.expected().p(fit.squares(0.0)), 0.017_877_6);
        // The half of an interval over Student's t is the standard error: 0.108932 and 0.0369785.
        let [fixed, per_unit] = [0, 1].map(|index| fit.coefficient(index, 0.0, 3.0, 0.05));
        near(per_unit.point, 9.987_575_354);
        assert!((1.96..2.4).contains(&(fixed.half_width() / 0.108_932)), "{fixed:?}");
        assert!((1.96..2.4).contains(&(per_unit.half_width() / 0.036_978_5)), "{per_unit:?}");
    }
}
