import ts from "typescript";

/** What takes the fields of an object as its argument. */
const OBJECT_MAKERS = new Set(["object", "extend", "safeExtend"]);
/** Of an endpoint, as `defineEndpoint` takes it. */
const SCHEMAS = new Set(["body", "query", "response"]);

const IMPORT = 'import { described as describedBy } from "@/lib/openapi/described";\n';

/**
 * A contract's source in which each comment on a field, a schema or an endpoint is passed on: what is commented becomes
 * `describedBy(…, "its comment")`. Compilers drop comments, so pages that load a contract don't carry them.
 */
export function describeContract(fileName: string, source: string): string {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const inserts: { at: number; text: string }[] = [];
  const wrap = (value: ts.Expression, { text, name }: Comment, before = "") => {
    inserts.push({ at: value.getStart(), text: `${before}describedBy(` });
    inserts.push({ at: value.end, text: `, ${JSON.stringify(text)}, ${JSON.stringify(name)})` });
  };
  const visit = (node: ts.Node): void => {
    const comment = commentOf(node);
    if (comment) {
      if (ts.isPropertyAssignment(node) && isField(node)) wrap(node.initializer, comment);
      if (ts.isShorthandPropertyAssignment(node) && isField(node)) {
        wrap(node.name, comment, `${node.name.text}: `);
      }
      if (ts.isVariableStatement(node)) {
        const [declaration] = node.declarationList.declarations;
        if (declaration?.initializer) wrap(declaration.initializer, comment);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (inserts.length === 0) return source;
  return IMPORT + inserted(source, inserts);
}

function inserted(source: string, inserts: readonly { at: number; text: string }[]): string {
  const inOrder = inserts.toSorted((a, b) => a.at - b.at);
  let end = 0;
  const parts = inOrder.map(({ at, text }) => {
    const before = source.slice(end, at);
    end = at;
    return before + text;
  });
  return parts.join("") + source.slice(end);
}

function isField(node: ts.ObjectLiteralElementLike): boolean {
  const call = node.parent.parent;
  if (!ts.isCallExpression(call)) return false;
  const { expression } = call;
  if (ts.isIdentifier(expression)) return SCHEMAS.has(node.name?.getText() ?? "");
  return ts.isPropertyAccessExpression(expression) && OBJECT_MAKERS.has(expression.name.text);
}

interface Comment {
  /** On one line. */
  text: string;
  /** What the tag `@schema` calls the schema in the document. */
  name?: string;
}

/** The doc comment right before a node. */
function commentOf(node: ts.Node): Comment | undefined {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc);
  if (!comment) return undefined;
  const name = comment.tags?.find(({ tagName }) => tagName.text === "schema")?.comment;
  return { text: onOneLine(comment.comment), ...(name && { name: onOneLine(name) }) };
}

function onOneLine(comment: ts.JSDoc["comment"]): string {
  return (ts.getTextOfJSDocComment(comment) ?? "")
    .replace(/\{@link ([^}]+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .trim();
}
