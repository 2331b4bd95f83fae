import protobuf from 'protobufjs';

/**
 * The ONNX messages, with every field of the published format that a network may carry: a field missing here
 * would be lost when a network is written (`readModel` rejects such files). Nested messages that are
 * never read are kept as bytes.
 */
const SCHEMA = `
syntax = "proto2";
message Model {
  optional int64 ir_version = 1;
  optional string producer_name = 2;
  optional string producer_version = 3;
  optional string domain = 4;
  optional int64 model_version = 5;
  optional string doc_string = 6;
  optional Graph graph = 7;
  repeated Opset opset_import = 8;
  repeated bytes metadata_props = 14;
  repeated bytes training_info = 20;
  repeated bytes functions = 25;
  repeated bytes configuration = 26;
}
message Opset {
  optional string domain = 1;
  optional int64 version = 2;
}
message Graph {
  repeated Node node = 1;
  optional string name = 2;
  repeated Tensor initializer = 5;
  optional string doc_string = 10;
  repeated ValueInfo input = 11;
  repeated ValueInfo output = 12;
  repeated ValueInfo value_info = 13;
  repeated bytes quantization_annotation = 14;
  repeated bytes sparse_initializer = 15;
  repeated bytes metadata_props = 16;
}
message Node {
  repeated string input = 1;
  repeated string output = 2;
  optional string name = 3;
  optional string op_type = 4;
  repeated Attribute attribute = 5;
  optional string doc_string = 6;
  optional string domain = 7;
  optional string overload = 8;
  repeated bytes metadata_props = 9;
  repeated bytes device_configurations = 10;
}
message Attribute {
  optional string name = 1;
  optional float f = 2;
  optional int64 i = 3;
  optional bytes s = 4;
  optional Tensor t = 5;
  optional Graph g = 6;
  repeated float floats = 7;
  repeated int64 ints = 8;
  repeated bytes strings = 9;
  repeated Tensor tensors = 10;
  repeated Graph graphs = 11;
  optional string doc_string = 13;
  optional bytes tp = 14;
  repeated bytes type_protos = 15;
  optional int32 type = 20;
  optional string ref_attr_name = 21;
  optional bytes sparse_tensor = 22;
  repeated bytes sparse_tensors = 23;
}
message Tensor {
  repeated int64 dims = 1;
  optional int32 data_type = 2;
  optional bytes segment = 3;
  repeated float float_data = 4 [packed = true];
  repeated int32 int32_data = 5 [packed = true];
  repeated bytes string_data = 6;
  repeated int64 int64_data = 7 [packed = true];
  optional string name = 8;
  optional bytes raw_data = 9;
  repeated double double_data = 10 [packed = true];
  repeated uint64 uint64_data = 11 [packed = true];
  optional string doc_string = 12;
  repeated bytes external_data = 13;
  optional int32 data_location = 14;
  repeated bytes metadata_props = 16;
}
message ValueInfo {
  optional string name = 1;
  optional Type type = 2;
  optional string doc_string = 3;
  repeated bytes metadata_props = 4;
}
message Type {
  optional TensorType tensor_type = 1;
  optional bytes sequence_type = 4;
  optional bytes map_type = 5;
  optional string denotation = 6;
  optional bytes sparse_tensor_type = 8;
  optional bytes optional_type = 9;
}
message TensorType {
  optional int32 elem_type = 1;
  optional Shape shape = 2;
}
message Shape { repeated Dimension dim = 1; }
message Dimension {
  optional int64 dim_value = 1;
  optional string dim_param = 2;
  optional string denotation = 3;
}
`;

/** Parses the schema and returns the type of a model. */
export function modelType() {
  return protobuf.parse(SCHEMA, { keepCase: true }).root.resolveAll().lookupType('Model');
}
