//! Symmetric positive definite matrices: factor, solve, invert.

/// The lower factor of Cholesky's decomposition, row by row.
pub(crate) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factors a matrix given row by row; none if it is not positive definite.
    pub(crate) fn of(matrix: &[f64], size: usize) -> Option<Self> {
        let mut lower = vec![0.0; size * size];
        for i in 0..size {
            for j in 0..=i {
                let (row_i, row_j) = (&lower[i * size..i * size + j], &lower[j * size..j * size + j]);
                let rest = matrix[i * size + j] - row_i.iter().zip(row_j).map(|(a, b)| a * b).sum::<f64>();
                if i == j && rest <= 0.0 {
                    return None;
                }
                lower[i * size + j] = if i == j { rest.sqrt() } else { rest / lower[j * size + j] };
            }
        }
        Some(Self { size, lower })
    }

    /// The x of A x = b.
    pub(crate) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = self.size;
        let mut x = b.to_vec();
        for i in 0..n {
            let known: f64 = (0..i).map(|j| self.lower[i * n + j] * x[j]).sum();
            x[i] = (x[i] - known) / self.lower[i * n + i];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|j| self.lower[j * n + i] * x[j]).sum();
            x[i] = (x[i] - known) / self.lower[i * n + i];
        }
        x
    }

    /// The inverse, row by row.
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
