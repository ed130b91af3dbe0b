/** The platform's own protocol definitions, and a strict look at JSON through them (reference 14). */
import { createRequire } from 'node:module';
import { fromProto3JSON, toProto3JSON } from 'proto3-json-serializer';
import protobuf from 'protobufjs';

const require = createRequire(import.meta.url);

interface Definition {
  fields?: Record<string, unknown>;
  oneofs?: Record<string, { oneof: string[] }>;
  nested?: Record<string, Definition>;
}

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The package ships snake_case names, which neither its own REST mode nor JSON uses; this must happen before it is loaded. */
function camelCaseNames(node: Definition): void {
  if (node.fields)
    node.fields = Object.fromEntries(Object.entries(node.fields).map(([name, field]) => [camel(name), field]));
  for (const group of Object.values(node.oneofs ?? {})) group.oneof = group.oneof.map(camel);
  for (const child of Object.values(node.nested ?? {})) camelCaseNames(child);
}

const definitions: Definition & protobuf.INamespace = require('google-ads-node/build/protos/protos.json');
camelCaseNames(definitions);

/** The serializer looks for the members of an Any under their protocol names. */
function withPlainAny(all: protobuf.INamespace): protobuf.INamespace {
  const copy = structuredClone(all) as Definition;
  const any = copy.nested!.google!.nested!.protobuf!.nested!.Any!;
  any.fields = { type_url: any.fields!.typeUrl, value: any.fields!.value };
  return copy as protobuf.INamespace;
}

const root = protobuf.Root.fromJSON(withPlainAny(definitions));
root.resolveAll();

const PACKAGE = 'google.ads.googleads.v25';

/** What an RPC takes and gives, found by the address that the definitions annotate it with. */
export interface Rpc {
  name: string;
  request: protobuf.Type;
  response: protobuf.Type;
  streams: boolean;
}

interface Binding extends Rpc {
  method: string;
  pattern: RegExp;
}

const bindings: Binding[] = [];
for (const service of root.lookup(`${PACKAGE}.services`) instanceof protobuf.Namespace
  ? (root.lookup(`${PACKAGE}.services`) as protobuf.Namespace).nestedArray
  : []) {
  if (!(service instanceof protobuf.Service)) continue;
  for (const method of service.methodsArray) {
    for (const verb of ['get', 'post']) {
      const template: string | undefined = method.options?.[`(google.api.http).${verb}`];
      if (template === undefined) continue;
      // `{resource_name=googleAdsFields/*}` names a stretch of path, `{customer_id=*}` a single part of it.
      const source = template.replace(/\{\w+=([^}]+)\}/g, (_, part: string) => part.replaceAll('*', '[^/:]+'));
      bindings.push({
        name: method.name,
        method: verb.toUpperCase(),
        pattern: new RegExp(`^${source}$`),
        request: method.resolvedRequestType ?? service.lookupType(method.requestType),
        response: method.resolvedResponseType ?? service.lookupType(method.responseType),
        streams: method.responseStream === true,
      });
    }
  }
}

export function rpcAt(method: string, path: string): Rpc | undefined {
  return bindings.find((binding) => binding.method === method && binding.pattern.test(path));
}

export function typeNamed(name: string): protobuf.Type {
  return root.lookupType(`${PACKAGE}.${name}`);
}

export function enumNamed(name: string): protobuf.Enum {
  return root.lookupEnum(`${PACKAGE}.${name}`);
}

export interface Strictness {
  /** A server must accept what a client may write; it must itself write only one form. */
  lenient: boolean;
}

const SCALARS: Record<string, (json: unknown, lenient: boolean) => boolean> = {
  string: (json) => typeof json === 'string',
  bool: (json) => typeof json === 'boolean',
  int32: (json) => Number.isInteger(json),
  int64: (json, lenient) => (typeof json === 'string' && /^-?\d+$/.test(json)) || (lenient && Number.isInteger(json)),
  uint64: (json, lenient) => (typeof json === 'string' && /^\d+$/.test(json)) || (lenient && Number.isInteger(json)),
  double: (json) => typeof json === 'number',
  float: (json) => typeof json === 'number',
  bytes: (json) => typeof json === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(json),
};

/** Everything in the JSON that the definitions do not allow, by its path. */
export function faultsOf(type: protobuf.Type, json: unknown, { lenient }: Strictness, path = type.name): string[] {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return [`${path}: not an object`];
  const faults: string[] = [];
  for (const [key, value] of Object.entries(json)) {
    const field = type.fields[key] ?? (lenient ? type.fields[camel(key)] : undefined);
    if (!field) faults.push(`${path}.${key}: no such field`);
    else if (!field.repeated) faults.push(...valueFaults(field, value, lenient, `${path}.${key}`));
    else if (!Array.isArray(value)) faults.push(`${path}.${key}: not a list`);
    else if (value.length === 0 && !lenient) faults.push(`${path}.${key}: an empty list is left out`);
    else
      for (const [i, item] of value.entries())
        faults.push(...valueFaults(field, item, lenient, `${path}.${key}[${i}]`));
  }
  for (const group of type.oneofsArray) {
    const set = group.oneof.filter((name) => name in json);
    if (set.length > 1) faults.push(`${path}: ${set.join(' and ')} exclude each other`);
  }
  return faults;
}

function valueFaults(field: protobuf.Field, json: unknown, lenient: boolean, path: string): string[] {
  const { resolvedType } = field;
  if (resolvedType instanceof protobuf.Enum) {
    if (typeof json !== 'string' || !(json in resolvedType.values))
      return [`${path}: ${JSON.stringify(json)} is no ${resolvedType.name}`];
    return json === 'UNSPECIFIED' && !lenient ? [`${path}: an unspecified enum is left out`] : [];
  }
  if (resolvedType instanceof protobuf.Type) {
    switch (resolvedType.fullName) {
      case '.google.protobuf.FieldMask':
        return typeof json === 'string' && /^([a-z][\w.]*(,[a-z][\w.]*)*)?$/i.test(json)
          ? []
          : [`${path}: no field mask`];
      case '.google.protobuf.Duration':
        return typeof json === 'string' && /^-?\d+(\.\d+)?s$/.test(json) ? [] : [`${path}: no duration`];
      case '.google.protobuf.Any':
        return anyFaults(json, path);
      default:
        return faultsOf(resolvedType, json, { lenient }, path);
    }
  }
  if (!SCALARS[field.type]?.(json, lenient)) return [`${path}: ${JSON.stringify(json)} is no ${field.type}`];
  const implicit = !field.repeated && !field.options?.proto3_optional && !field.partOf;
  const isDefault = json === '' || json === 0 || json === false || json === '0';
  return implicit && isDefault && !lenient ? [`${path}: a default without presence is left out`] : [];
}

function anyFaults(json: unknown, path: string): string[] {
  const { '@type': url, ...rest } = json as { '@type'?: string };
  const name = /^type\.googleapis\.com\/(.+)$/.exec(url ?? '')?.[1];
  if (name === undefined) return [`${path}: no @type`];
  return faultsOf(root.lookupType(name), rest, { lenient: false }, path);
}

/** Reads the JSON as the platform's serializer does and writes it again; nothing may be lost on the way. */
export function throughSerializer(type: protobuf.Type, json: unknown): unknown {
  return toProto3JSON(fromProto3JSON(type, json as never)!);
}

const RPC_DETAILS: Record<string, readonly string[]> = {
  'type.googleapis.com/google.rpc.BadRequest': ['@type', 'fieldViolations'],
  'type.googleapis.com/google.rpc.ErrorInfo': ['@type', 'reason', 'domain', 'metadata'],
};

/** The `{error: …}` of every refusal: a google.rpc.Status whose code is HTTP's, with details of known types. */
export function errorFaults(body: unknown, http: number): string[] {
  const { error } = body as {
    error?: { code?: number; message?: string; status?: string; details?: Record<string, unknown>[] };
  };
  if (!error) return ['no error object'];
  const faults: string[] = [];
  if (error.code !== http) faults.push(`error.code ${error.code} on HTTP ${http}`);
  if (typeof error.message !== 'string' || error.message === '') faults.push('no error.message');
  if (!/^[A-Z_]+$/.test(error.status ?? '')) faults.push(`error.status ${error.status}`);
  const extra = Object.keys(error).filter((key) => !['code', 'message', 'status', 'details'].includes(key));
  if (extra.length > 0) faults.push(`error has ${extra}`);
  for (const detail of error.details ?? []) {
    const known = RPC_DETAILS[String(detail['@type'])];
    if (known)
      faults.push(
        ...Object.keys(detail)
          .filter((key) => !known.includes(key))
          .map((key) => `${detail['@type']} has ${key}`),
      );
    else faults.push(...anyFaults(detail, 'error.details'), ...failureFaults(detail));
  }
  return faults;
}

/** Beyond its types, a failure names one code an entry and its field names are snake_case. */
function failureFaults(failure: Record<string, unknown>): string[] {
  const faults: string[] = [];
  if (!/^[\w-]{22}$/.test(String(failure.requestId))) faults.push(`requestId ${failure.requestId}`);
  for (const entry of (failure.errors ?? []) as Record<string, Record<string, unknown>>[]) {
    if (Object.keys(entry.errorCode ?? {}).length !== 1) faults.push(`errorCode ${JSON.stringify(entry.errorCode)}`);
    const elements = (entry.location?.fieldPathElements ?? []) as { fieldName: string }[];
    for (const { fieldName } of elements) if (!/^[a-z0-9_]+$/.test(fieldName)) faults.push(`fieldName ${fieldName}`);
  }
  return faults;
}

export { camel, require as requireAfterCamelCasing };
