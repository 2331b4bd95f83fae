import { describeTools } from './tools.ts';

describeTools('WebKit');
