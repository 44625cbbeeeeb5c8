// Shows openapi.json: calls by group, each with what goes in and what comes out. No dependency, no other host.

const METHODS = ["get", "post", "put", "delete"];
const calls = document.getElementById("calls");
const search = document.getElementById("search");
const found = document.getElementById("found");

/** An element with a text, or with children. */
function make(tag, content = "", className = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (Array.isArray(content)) element.append(...content);
  else element.textContent = content;
  return element;
}

/** Splits a text at its backticks: what stands between two of them is code. */
function withCode(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? make("code", part) : part));
}

function schemaBlock(title, schema) {
  return schema ? [make("h3", title), make("pre", [make("code", JSON.stringify(schema, null, 2))])] : [];
}

function parameterTable(parameters = []) {
  if (parameters.length === 0) return [];
  const head = make(
    "tr",
    ["Name", "In", "Required", "Schema"].map((text) => make("th", text)),
  );
  const rows = parameters.map((parameter) =>
    make("tr", [
      make("td", [make("code", parameter.name)]),
      make("td", parameter.in),
      make("td", parameter.required ? "yes" : "no"),
      make("td", [make("code", JSON.stringify(parameter.schema))]),
    ]),
  );
  return [make("h3", "Parameters"), make("table", [make("thead", [head]), make("tbody", rows)])];
}

function failureTable(api, responses) {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { $ref }]) => {
      const { description } = api.components.responses[$ref.split("/").at(-1)];
      return make("tr", [make("td", status), make("td", description)]);
    });
  return [make("h3", "Failures"), make("table", [make("tbody", rows)])];
}

function jsonSchema(content) {
  return content?.["application/json"]?.schema;
}

function callElement(api, path, method, operation) {
  const answer = operation.responses["200"] ?? operation.responses["302"];
  const details = make("details", [
    make("summary", [
      make("code", method.toUpperCase(), "method"),
      make("code", `${api.servers[0].url}${path}`),
      make("div", withCode(operation.summary), "about"),
    ]),
    make(
      "div",
      [
        make("p", operation.description),
        ...parameterTable(operation.parameters),
        ...schemaBlock("Body", jsonSchema(operation.requestBody?.content)),
        ...schemaBlock("Example", operation.requestBody?.content["application/json"]?.example),
        ...(jsonSchema(answer.content)
          ? schemaBlock("Answer", jsonSchema(answer.content))
          : [make("h3", "Answer"), make("p", answer.description)]),
        ...failureTable(api, operation.responses),
      ],
      "inside",
    ),
  ]);
  details.id = operation.operationId;
  details.dataset.text = `${method} ${path} ${operation.summary} ${operation.description}`.toLowerCase();
  return details;
}

function render(api) {
  document.getElementById("about").replaceChildren(...withCode(api.info.description));
  for (const { name } of api.tags) {
    const elements = Object.entries(api.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]?.tags.includes(name)).map((method) =>
        callElement(api, path, method, item[method]),
      ),
    );
    calls.append(make("section", [make("h2", `/${name}`), ...elements]));
  }
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of calls.children) {
    let shown = 0;
    for (const details of section.querySelectorAll("details")) {
      details.hidden = !words.every((word) => details.dataset.text.includes(word));
      if (!details.hidden) shown += 1;
    }
    section.hidden = shown === 0;
    count += shown;
  }
  found.textContent = `${count} calls`;
}

try {
  const answer = await fetch("/api/openapi.json");
  render(await answer.json());
  search.addEventListener("input", filter);
  filter();
  const named = document.getElementById(location.hash.slice(1));
  if (named) {
    named.open = true;
    named.scrollIntoView();
  }
} catch {
  found.textContent = "openapi.json could not be loaded.";
}
