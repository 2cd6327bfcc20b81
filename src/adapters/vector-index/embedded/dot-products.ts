/** Rows are passed to the module in portions of this many. */
export const ROWS_AT_ONCE = 64;
/** Numbers of a row are read in groups of this many; shorter groups end with zeros. */
const GROUP = 16;
const BYTES_OF_NUMBER = 2;
const BYTES_OF_PRODUCT = 4;
const PAGE_BYTES = 65_536;

/** Made of dot-products.wat: `npx wat2wasm --output=- dot-products.wat | base64`. */
export const MODULE =
  'AGFzbQEAAAABCQFgBX9/f39/AAITAQdsZWN0ZXJuBm1lbW9yeQIAAQMCAQAHDwELZG90UHJvZHVjdHMAAArFAQHCAQIDfwJ7IAAgASACbGohBQ' +
  'JAA0AgACAFTw0BIAAgAmohBiADIQf9DAAAAAAAAAAAAAAAAAAAAAAhCP0MAAAAAAAAAAAAAAAAAAAAACEJA0AgCCAA/QAEACAH/QAEAP26Af2u' +
  'ASEIIAkgAP0ABBAgB/0ABBD9ugH9rgEhCSAAQSBqIQAgB0EgaiEHIAAgBkkNAAsgCCAJ/a4BIQggBCAI/RsAIAj9GwFqIAj9GwIgCP0bA2pqNg' +
  'IAIARBBGohBAwACwsL';

type DotProductsExport = (rows: number, count: number, bytes: number, query: number, out: number) => void;

/**
 * Dot products of vectors of 16-bit integers by SIMD instructions, which JavaScript alone does not have: 0.05 to 0.1 µs for 1,024
 * numbers, a tenth of a loop. The instructions are those of WebAssembly, so the results are the same on every machine. A sum
 * must fit into 32 bits: with vectors of length up to 32,767 it does.
 */
export class DotProducts {
  /** Numbers of a row, with the zeros at its end. */
  readonly width: number;
  private readonly query: Int16Array;
  private readonly rows: Int16Array;
  private readonly products: Int32Array;
  private readonly compute: DotProductsExport;

  constructor(dimensions: number) {
    this.width = Math.ceil(dimensions / GROUP) * GROUP;
    const rowBytes = this.width * BYTES_OF_NUMBER;
    const bytes = rowBytes * (1 + ROWS_AT_ONCE) + ROWS_AT_ONCE * BYTES_OF_PRODUCT;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    this.query = new Int16Array(memory.buffer, 0, this.width);
    this.rows = new Int16Array(memory.buffer, rowBytes, this.width * ROWS_AT_ONCE);
    this.products = new Int32Array(memory.buffer, rowBytes * (1 + ROWS_AT_ONCE), ROWS_AT_ONCE);
    const module = new WebAssembly.Module(Buffer.from(MODULE, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { lectern: { memory } });
    this.compute = exports['dotProducts'] as DotProductsExport;
  }

  /** The vector that the following calls of `of` multiply rows with. */
  setQuery(query: Int16Array): void {
    this.query.set(query);
  }

  /** @param rows at most ROWS_AT_ONCE, one after the other @returns a view that the next call overwrites */
  of(rows: Int16Array): Int32Array {
    this.rows.set(rows);
    const count = rows.length / this.width;
    this.compute(this.rows.byteOffset, count, this.width * BYTES_OF_NUMBER, 0, this.products.byteOffset);
    return this.products.subarray(0, count);
  }
}
