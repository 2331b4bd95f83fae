import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

/** The published schema of a urlset, as the `sitemap` package carries it. */
const urlset = readFileSync(new URL('../../../../node_modules/sitemap/schema/sitemap.xsd', import.meta.url), 'utf8');

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

/** The rules of RFC 4287 for the elements that are written here, in RELAX NG. */
const atom = `<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="http://www.w3.org/2005/Atom"
  datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
  <start><element name="feed"><attribute name="xml:lang"><data type="language"/></attribute><interleave>
    <ref name="common"/>
    <ref name="author"/>
    <optional><element name="subtitle"><text/></element></optional>
    <group><element name="link"><attribute name="rel"><value>self</value></attribute><ref name="target"/></element>
    <element name="link"><attribute name="rel"><value>alternate</value></attribute>
      <attribute name="hreflang"><data type="language"/></attribute><ref name="target"/></element></group>
    <zeroOrMore><ref name="entry"/></zeroOrMore>
  </interleave></element></start>
  <define name="entry"><element name="entry"><interleave>
    <ref name="common"/>
    <optional><ref name="author"/></optional>
    <element name="link"><attribute name="rel"><value>alternate</value></attribute><ref name="target"/></element>
    <element name="published"><data type="dateTime"/></element>
    <element name="summary"><text/></element>
    <zeroOrMore><element name="category"><attribute name="term"/></element></zeroOrMore>
    <optional><element name="content"><attribute name="type"><value>html</value></attribute><text/></element></optional>
  </interleave></element></define>
  <define name="common"><interleave>
    <element name="id"><data type="anyURI"><param name="minLength">5</param></data></element>
    <element name="title"><text/></element>
    <element name="updated"><data type="dateTime"/></element>
  </interleave></define>
  <define name="author"><element name="author"><element name="name"><data type="string"><param name="minLength">1</param></data></element></element></define>
  <define name="target"><attribute name="type"/><attribute name="href"><data type="anyURI"/></attribute></define>
</grammar>`;

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

/** Messages of what is wrong with an Atom feed; none where it is valid. */
export async function atomProblems(xml: string): Promise<readonly string[]> {
  const result = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [{ fileName: 'atom.rng', contents: atom }],
    extension: 'relaxng',
  });
  return result.errors.map((error) => error.message);
}

/** Messages of what is wrong with an XML document by itself; none where it is well-formed. */
export async function xmlProblems(xml: string): Promise<readonly string[]> {
  const result = await validateXML({ xml: [{ fileName: 'file.xml', contents: xml }], normalization: 'c14n' });
  return result.errors.map((error) => error.message);
}
