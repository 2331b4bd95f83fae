import type { ReactNode } from 'react';

/** An icon of an Iconify set: the inside of an `<svg>`, and its view box in pixels. */
export type IconData = { readonly body: string; readonly width: number; readonly height: number };

export type IconProps = {
  readonly className?: string | undefined;
  /** CSS length; as tall as the text by default. */
  readonly size?: string;
  /** Name for screen readers; without it the icon is hidden from them. */
  readonly label?: string;
};

/** An icon imported from `virtual:sitegen/icon/{set}/{name}`, so that bundles hold only the icons in use. */
export function Icon({ icon, ...props }: IconProps & { readonly icon: IconData }): ReactNode {
  return <IconSvg {...props} width={icon.width} height={icon.height} body={icon.body} />;
}

export function IconSvg(
  props: IconProps & { readonly width: number; readonly height: number; readonly body: string; readonly id?: string },
): ReactNode {
  const { className, size = '1em', label, width, height, body, id } = props;
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg
      {...name}
      className={className}
      width={size}
      height={size}
      viewBox={`0 0 ${width} ${height}`}
      data-icon={id}
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}
