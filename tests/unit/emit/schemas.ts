import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

/** The published schema of a urlset, as the `sitemap` package carries it. */
const urlset = readFileSync(new URL('../../../node_modules/sitemap/schema/sitemap.xsd', import.meta.url), 'utf8');

/** The urlset's schema lets other namespaces in only where they are declared: here, the link of XHTML. */
const xhtmlLink = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/1999/xhtml">
  <xs:element name="link"><xs:complexType>
    <xs:attribute name="rel" use="required" fixed="alternate"/>
    <xs:attribute name="hreflang" use="required"><xs:simpleType><xs:restriction base="xs:string">
      <xs:pattern value="x-default|[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-[0-9]{3})?"/>
    </xs:restriction></xs:simpleType></xs:attribute>
    <xs:attribute name="href" use="required"><xs:simpleType><xs:restriction base="xs:anyURI">
      <xs:pattern value="https?://[!-~]+"/>
    </xs:restriction></xs:simpleType></xs:attribute>
  </xs:complexType></xs:element>
</xs:schema>`;

const withLinks = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="sitemap.xsd"/>
  <xs:import namespace="http://www.w3.org/1999/xhtml" schemaLocation="xhtml-link.xsd"/>
</xs:schema>`;

/** Own words for the rules of the published index schema, which no package carries: 1 to 50,000 sitemaps, in order. */
const index = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  targetNamespace="http://www.sitemaps.org/schemas/sitemap/0.9" elementFormDefault="qualified">
  <xs:element name="sitemapindex"><xs:complexType><xs:sequence>
    <xs:element name="sitemap" maxOccurs="50000"><xs:complexType><xs:sequence>
      <xs:element name="loc"><xs:simpleType><xs:restriction base="xs:anyURI">
        <xs:minLength value="12"/><xs:maxLength value="2048"/>
      </xs:restriction></xs:simpleType></xs:element>
      <xs:element name="lastmod" minOccurs="0"><xs:simpleType><xs:union memberTypes="xs:date xs:dateTime"/></xs:simpleType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

/** Messages of what is wrong with a sitemap or sitemap index; none where it is valid. */
export async function sitemapProblems(xml: string): Promise<readonly string[]> {
  const isIndex = xml.includes('<sitemapindex');
  const result = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [{ fileName: 'main.xsd', contents: isIndex ? index : withLinks }],
    preload: [
      { fileName: 'sitemap.xsd', contents: urlset },
      { fileName: 'xhtml-link.xsd', contents: xhtmlLink },
    ],
  });
  return result.errors.map((error) => error.message);
}
