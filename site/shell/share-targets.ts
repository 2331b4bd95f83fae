/** `image`: absolute URL. */
export type SharedPage = { readonly url: string; readonly title: string; readonly image: string | null };

/** Names and share URLs of social networks; they receive a request only after a click. */
export const shareTargets = ({ url, title, image }: SharedPage) => {
  const query = (values: { readonly [name: string]: string }) => new URLSearchParams(values).toString();
  return [
    { network: 'X', href: `https://x.com/intent/post?${query({ url, text: title })}` },
    { network: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}` },
    {
      network: 'Pinterest',
      href: `https://www.pinterest.com/pin/create/button/?${query({ url, description: title, ...(image && { media: image }) })}`,
    },
    { network: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}` },
  ] as const;
};
