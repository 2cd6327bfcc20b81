import type { Steps } from '../../../shared/loop-scheduler.ts';
import { toBatches } from '../../../shared/to-batches.ts';
import { vectorLength } from '../../../shared/vectors.ts';
import { type DotProducts, ROWS_AT_ONCE } from './dot-products.ts';

/** The length of a vector of 16-bit integers. */
const LENGTH = 32_767;
/** A number is stored as 16 bits that searches read and 8 more for the results. */
const LOW = 256;
/** Rows that the first block begins with, and of which it doubles as needed: most sites have few chunks. */
const FIRST_ROWS = 4;
/** About half a millisecond with vectors of 1,024 numbers. */
const BLOCKS_AT_ONCE = 64;

interface Block {
  high: Int16Array;
  low: Int8Array;
}

/** The directions of one site's vectors in the order in which they were added, 3 bytes a number. */
export class VectorRows {
  private readonly products: DotProducts;
  private readonly width: number;
  private blocks: Block[] = [];
  /** Rows of the last block that are in use. */
  private used = 0;

  constructor(products: DotProducts) {
    this.products = products;
    this.width = products.width;
  }

  push(vector: Float32Array): void {
    toIntegers(vector, this.nextRow());
  }

  /**
   * The cosine of each row and the vector, by the position of the row; off by about 0.00001. Can be interrupted, but not
   * continued after `keep`; rows that are added meanwhile are left out.
   */
  *nearlyCosines(vector: Float32Array): Steps<Float32Array> {
    const { products, width } = this;
    const blocks = [...this.blocks];
    const query = { high: new Int16Array(width), low: new Int8Array(width) };
    toIntegers(vector, query);
    const cosines = new Float32Array(blocks.reduce((sum, { high }) => sum + high.length, 0) / width);
    let position = 0;
    for (const portion of toBatches(blocks, BLOCKS_AT_ONCE)) {
      // Another search may have set its own meanwhile.
      products.setQuery(query.high);
      for (const { high } of portion) {
        for (const product of products.of(high)) cosines[position++] = product / (LENGTH * LENGTH);
      }
      yield;
    }
    // Rows of the last block that are not in use are zeros.
    return cosines;
  }

  /** The cosine of the row at this position and the vector. */
  cosine(position: number, vector: Float32Array): number {
    const { high, low } = this.rowAt(position);
    let product = 0;
    for (let at = 0; at < vector.length; at++) product += ((high[at] ?? 0) * LOW + (low[at] ?? 0)) * (vector[at] ?? 0);
    return product / (LENGTH * LOW * (vectorLength(vector) || 1));
  }

  /** Leaves the rows at these positions, which are in order, without gaps. */
  keep(positions: readonly number[]): void {
    const rows = positions.map((position) => this.rowAt(position));
    this.blocks = [];
    this.used = 0;
    for (const { high, low } of rows) {
      const row = this.nextRow();
      row.high.set(high);
      row.low.set(low);
    }
  }

  private rowAt(position: number): Block {
    const block = this.blocks[Math.floor(position / ROWS_AT_ONCE)];
    if (!block) throw new RangeError(`There is no row ${position}`);
    return this.rowOf(block, position % ROWS_AT_ONCE);
  }

  private nextRow(): Block {
    const last = this.blocks.at(-1);
    const rows = last ? last.high.length / this.width : 0;
    if (last && this.used < rows) return this.rowOf(last, this.used++);
    if (last && rows < ROWS_AT_ONCE) {
      const larger = this.blockOf(2 * rows);
      larger.high.set(last.high);
      larger.low.set(last.low);
      this.blocks = [larger];
    } else {
      this.blocks.push(this.blockOf(last ? ROWS_AT_ONCE : FIRST_ROWS));
      this.used = 0;
    }
    return this.nextRow();
  }

  private blockOf(rows: number): Block {
    return { high: new Int16Array(rows * this.width), low: new Int8Array(rows * this.width) };
  }

  private rowOf({ high, low }: Block, row: number): Block {
    const [from, to] = [row * this.width, (row + 1) * this.width];
    return { high: high.subarray(from, to), low: low.subarray(from, to) };
  }
}

/** The direction of the vector. */
function toIntegers(vector: Float32Array, { high, low }: Block): void {
  const factor = (LENGTH * LOW) / (vectorLength(vector) || Infinity);
  for (let at = 0; at < vector.length; at++) {
    const number = Math.round((vector[at] ?? 0) * factor);
    high[at] = Math.round(number / LOW);
    low[at] = number - (high[at] ?? 0) * LOW;
  }
}
