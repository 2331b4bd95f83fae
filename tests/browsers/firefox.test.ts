import { describeBrowser } from './tools.ts';

describeBrowser('Firefox');
