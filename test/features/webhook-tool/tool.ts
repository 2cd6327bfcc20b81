/** A webhook tool as a caller of the REST API sends it. */
export const ORDER_TOOL = {
  name: 'order_status',
  description: 'Tells where an order is. Use it when a customer asks about a delivery.',
  inputSchema: {
    type: 'object',
    properties: {
      orderId: { type: 'string', description: 'Number on the receipt.', pattern: '^[A-Z]{2}-\\d{4}$' },
      express: { type: 'boolean', description: 'Whether it was sent by express.' },
      carrier: { type: 'string', enum: ['post', 'courier'] },
    },
    required: ['orderId'],
  },
  endpoint: 'https://shop.example.com/api/orders?tenant=7',
  method: 'POST',
  headers: { Authorization: 'Bearer top-secret', 'X-Tenant': 'acme' },
  resultPath: 'data.items.0',
};

export interface ToolAnswer {
  _id: string;
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  endpoint: string;
  method: string;
  headers: Record<string, string>;
  resultPath?: string;
  enabled: boolean;
  effect: string;
  runsWithoutConfirmation: boolean;
  mayReceive: string;
  signingSecret?: string;
  createdAt: string;
  updatedAt: string;
}
