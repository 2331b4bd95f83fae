import { networkOps } from '../adapters/ops.ts';
import { gpuOps } from '../gpu/ops.ts';
import { ops } from '../ops/registry.ts';
import { serveTools, type ToolScope } from './serve-tools.ts';

serveTools(globalThis as unknown as ToolScope, { ...ops, ...gpuOps({ software: false }), ...networkOps });
