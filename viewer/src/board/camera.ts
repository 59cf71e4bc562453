// Which part of the board is seen, and how large. All numbers are device pixels.

/** The largest a cell gets. */
const MOST_CELL = 256;
/** Free space around a fitted board, in CSS pixels. */
const MARGIN = 22;

/** Cells are whole pixels wide, so that every picture is drawn sharp. */
export class Camera {
  /** Pixels per cell. */
  cell = 16;
  /** Where the board's top left corner is. */
  x = 0;
  y = 0;
  /** Whether the board follows the window's size. */
  isFitted = true;
  private exact = 16;
  private view = { width: 1, height: 1, ratio: 1 };
  private board = { width: 1, height: 1 };

  /** Tells the camera how large window and board are. */
  resize(width: number, height: number, ratio: number, columns: number, rows: number): void {
    const before = this.view;
    this.view = { width, height, ratio };
    this.board = { width: Math.max(1, columns), height: Math.max(1, rows) };
    if (this.isFitted) return this.fit();
    this.x += Math.round((width - before.width) / 2);
    this.y += Math.round((height - before.height) / 2);
    this.keepInSight();
  }

  /** Shows the whole board. */
  fit(): void {
    this.isFitted = true;
    this.set(this.fittingCell());
    this.x = Math.round((this.view.width - this.board.width * this.cell) / 2);
    this.y = Math.round((this.view.height - this.board.height * this.cell) / 2);
  }

  /** Zooms so that the point under (px, py) stays where it is. */
  zoom(factor: number, px: number, py: number): void {
    const before = this.cell;
    const wanted = Math.min(MOST_CELL, Math.max(this.fittingCell() / 2, this.exact * factor));
    const column = (px - this.x) / before;
    const row = (py - this.y) / before;
    this.set(wanted);
    this.x = Math.round(px - column * this.cell);
    this.y = Math.round(py - row * this.cell);
    this.isFitted = false;
    this.keepInSight();
  }

  /** Zooms around the middle of the window. */
  zoomMiddle(factor: number): void {
    this.zoom(factor, this.view.width / 2, this.view.height / 2);
  }

  /** Moves the board. */
  pan(dx: number, dy: number): void {
    this.x = Math.round(this.x + dx);
    this.y = Math.round(this.y + dy);
    this.isFitted = false;
    this.keepInSight();
  }

  /** Moves the board so that this cell is in sight. */
  show(column: number, row: number): void {
    const [left, top] = [this.x + column * this.cell, this.y + row * this.cell];
    const dx = Math.max(0, -left) - Math.max(0, left + this.cell - this.view.width);
    const dy = Math.max(0, -top) - Math.max(0, top + this.cell - this.view.height);
    if (dx || dy) this.pan(dx, dy);
  }

  /** The cell under a point, or -1 beside the board. */
  cellAt(px: number, py: number): number {
    const column = Math.floor((px - this.x) / this.cell);
    const row = Math.floor((py - this.y) / this.cell);
    const inside = column >= 0 && row >= 0 && column < this.board.width && row < this.board.height;
    return inside ? row * this.board.width + column : -1;
  }

  private fittingCell(): number {
    const margin = 2 * MARGIN * this.view.ratio;
    const across = (this.view.width - margin) / this.board.width;
    const down = (this.view.height - margin) / this.board.height;
    return Math.max(1, Math.min(MOST_CELL, Math.floor(Math.min(across, down))));
  }

  private set(cell: number): void {
    this.exact = cell;
    this.cell = Math.max(1, Math.round(cell));
  }

  /** Some of the board always stays in the window. */
  private keepInSight(): void {
    const keep = Math.min(this.view.width, this.view.height) / 4;
    const [width, height] = [this.board.width * this.cell, this.board.height * this.cell];
    this.x = Math.min(this.view.width - keep, Math.max(keep - width, this.x));
    this.y = Math.min(this.view.height - keep, Math.max(keep - height, this.y));
    [this.x, this.y] = [Math.round(this.x), Math.round(this.y)];
  }
}
