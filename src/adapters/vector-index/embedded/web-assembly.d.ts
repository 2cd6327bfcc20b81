/** What is used of WebAssembly here; otherwise TypeScript declares it in the types of browsers only. */
declare namespace WebAssembly {
  const Memory: new (size: { /** Pages of 64 kB. */ initial: number }) => { readonly buffer: ArrayBuffer };
  const Module: new (bytes: Uint8Array) => object;
  const Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
}
