//! Cholesky decomposition of symmetric positive definite matrices: factor, solve, invert.

/// The lower triangular factor, in row-major order.
pub(crate) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factors a row-major matrix; `None` if it is not positive definite.
    pub(crate) fn of(matrix: &[f64], size: usize) -> Option<Self> {
        let mut lower = vec![0.0; size * size];
        for i in 0..size {
            for j in 0..=i {
                let (row_i, row_j) = (&lower[i * size..i * size + j], &lower[j * size..j * size + j]);
                let rest = matrix[i * size + j] - dot(row_i, row_j);
                if i == j && rest <= 0.0 {
                    return None;
                }
                lower[i * size + j] = if i == j { rest.sqrt() } else { rest / lower[j * size + j] };
            }
        }
        Some(Self { size, lower })
    }

    /// Solves A x = b by forward and back substitution.
    pub(crate) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = self.size;
        let mut x = b.to_vec();
        for i in 0..n {
            x[i] = (x[i] - dot(&self.lower[i * n..i * n + i], &x[..i])) / self.lower[i * n + i];
        }
        for i in (0..n).rev() {
            x[i] /= self.lower[i * n + i];
            // Column-oriented back substitution: reads the factor in row-major order, which is how it lies in memory.
            let (before, rest) = x.split_at_mut(i);
            before.iter_mut().zip(&self.lower[i * n..]).for_each(|(x, lower)| *x -= lower * rest[0]);
        }
        x
    }

    /// The inverse of the factor, column by column, each from its diagonal entry down: the inverse of the matrix is the dot
    /// products of these columns, see [`dot`].
    pub(crate) fn inverse_factor(&self) -> Vec<Vec<f64>> {
        let n = self.size;
        (0..n)
            .map(|column| {
                let mut x = Vec::with_capacity(n - column);
                x.push(1.0 / self.lower[column * (n + 1)]);
                for row in column + 1..n {
                    let lower = &self.lower[row * n + column..row * n + row + 1];
                    x.push(-dot(&lower[..row - column], &x) / lower[row - column]);
                }
                x
            })
            .collect()
    }

    /// The inverse, in row-major order.
    pub(crate) fn inverse(&self) -> Vec<f64> {
        let n = self.size;
        let mut inverse = vec![0.0; n * n];
        for column in 0..n {
            let mut unit = vec![0.0; n];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse[row * n + column] = value;
            }
        }
        inverse
    }
}

/// The dot product, summed in a fixed order so that it is bit-exact everywhere; four accumulators let it vectorise.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (fours_a, rest_a) = a.as_chunks::<4>();
    let (fours_b, rest_b) = b.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (a, b) in fours_a.iter().zip(fours_b) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = rest_a.iter().zip(rest_b).map(|(a, b)| a * b).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}
