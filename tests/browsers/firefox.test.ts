import { describeTools } from './tools.ts';

describeTools('Firefox');
