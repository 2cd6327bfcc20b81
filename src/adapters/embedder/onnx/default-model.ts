export interface ModelDownload {
  /** The name of its folder. */
  name: string;
  /** The URL of the folder of the files. */
  url: string;
  files: readonly { name: string; bytes: number; sha256: string }[];
  /** Contents of further files, which the hub's copy lacks. */
  settings: Readonly<Record<string, object>>;
}

const HUB = 'https://huggingface.co';

/** The model that development fetches if there is no other one: English, 8 bits per weight, Apache 2.0. */
export const DEFAULT_MODEL: ModelDownload = {
  name: 'all-MiniLM-L6-v2',
  url: `${HUB}/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9`,
  files: [
    {
      name: 'onnx/model_quantized.onnx',
      bytes: 22_972_370,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    },
    {
      name: 'tokenizer.json',
      bytes: 711_661,
      sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
    },
  ],
  settings: { 'sentence_bert_config.json': { max_seq_length: 256 } },
};
