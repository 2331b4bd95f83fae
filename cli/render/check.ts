import type { Diagnostic, PageModule, RefusedPage, RouteCheck } from '../contract.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { PageJob, RenderScope } from './job.ts';

export type CheckInput = {
  readonly job: PageJob;
  readonly scope: Pick<RenderScope, 'site'>;
  readonly module: PageModule;
};

/**
 * Runs the validity check that a route names. Returns null if the page may be rendered; else the status and message of
 * the check's result, by default 404 and `Page Not Found: {path}`, with a warning that names the route.
 */
export async function checkRoute({ job, scope, module }: CheckInput): Promise<Result<RefusedPage | null>> {
  if (job.validate === null) return ok(null);
  const check = (module as unknown as Record<string, unknown>)[job.validate];
  if (typeof check !== 'function') return fail([missingCheckProblem(job, job.validate)]);
  const { id, path, locale, params, alternates } = job.route;
  const route = { id, path, locale, params, alternates };
  try {
    const result = await (check as RouteCheck)({ route, site: scope.site, props: job.props });
    if (result === true) return ok(null);
    const { status = 404, message = `Page Not Found: ${path}` } = result || {};
    return ok({ status, message }, [refusalProblem(job, { status, message })]);
  } catch (error) {
    return fail([failedCheckProblem(job, error)]);
  }
}

function missingCheckProblem({ route }: PageJob, name: string): Diagnostic {
  return {
    code: 'ROUTE_CHECK_MISSING',
    severity: 'error',
    message: `${route.page} exports no function "${name}", which the route "${route.id}" names in validate.`,
    hint: 'Export it from the page, or remove validate from config/routes.yaml.',
    file: 'config/routes.yaml',
  };
}

function failedCheckProblem({ route, validate }: PageJob, error: unknown): Diagnostic {
  return {
    code: 'ROUTE_CHECK_FAILED',
    severity: 'error',
    message: `${route.path}: the check "${validate}" threw: ${error instanceof Error ? error.message : String(error)}`,
    hint: `Make it return true, false, or { status, message }. It is exported by ${route.page}.`,
    file: 'config/routes.yaml',
  };
}

function refusalProblem({ route, validate }: PageJob, { status, message }: RefusedPage): Diagnostic {
  return {
    code: 'ROUTE_INVALID',
    severity: 'warning',
    message: `${route.path}: ${message}`,
    hint: `The check "${validate}" of the route "${route.id}" failed with status ${status}: the page is left out.`,
    file: 'config/routes.yaml',
  };
}
