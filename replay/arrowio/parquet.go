package arrowio

import (
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

type parquetType struct {
	kind    parquet.Type
	meaning schema.LogicalType
	put     func(to file.ColumnChunkWriter, a arrow.Array) error
}

// parquetTypes has how columns are stored. Types that it lacks are texts.
var parquetTypes = map[arrow.Type]parquetType{
	arrow.BOOL:    {parquet.Types.Boolean, schema.NoLogicalType{}, put((*array.Boolean).Value)},
	arrow.FLOAT64: {parquet.Types.Double, schema.NoLogicalType{}, put((*array.Float64).Value)},
	arrow.INT64:   {parquet.Types.Int64, schema.NoLogicalType{}, put((*array.Int64).Value)},
	arrow.TIMESTAMP: {parquet.Types.Int64, schema.NewTimestampLogicalType(true, schema.TimeUnitMillis),
		put(func(a *array.Timestamp, row int) int64 { return 1000 * int64(a.Value(row)) })},
	arrow.DICTIONARY: {parquet.Types.ByteArray, schema.StringLogicalType{},
		put(func(a arrow.Array, row int) parquet.ByteArray { return []byte(a.ValueStr(row)) })},
}

// put writes level 1 and a value for each row, and level 0 for null.
func put[A arrow.Array, T any](value func(a A, row int) T) func(file.ColumnChunkWriter, arrow.Array) error {
	return func(to file.ColumnChunkWriter, a arrow.Array) error {
		var values []T
		levels := make([]int16, a.Len())
		for row := range levels {
			if a.IsValid(row) {
				levels[row], values = 1, append(values, value(a.(A), row))
			}
		}
		_, err := to.(interface {
			WriteBatch([]T, []int16, []int16) (int64, error)
		}).WriteBatch(values, levels, nil)
		return err
	}
}

// catParquet writes a row group for each batch. Package pqarrow adds 26 MB, file 4.
func catParquet(w io.Writer, path string, o Options) error {
	var out *file.Writer
	var types []parquetType
	err := records(path, o, func(s *arrow.Schema) error {
		var nodes schema.FieldList
		for i, f := range s.Fields() {
			t, known := parquetTypes[f.Type.ID()]
			if types = append(types, t); !known {
				types[i] = parquetTypes[arrow.DICTIONARY]
			}
			nodes = append(nodes, schema.MustPrimitive(schema.NewPrimitiveNodeLogical(f.Name,
				parquet.Repetitions.Optional, types[i].meaning, types[i].kind, -1, -1)))
		}
		root := schema.MustGroup(schema.NewGroupNode("rows", parquet.Repetitions.Required, nodes, -1))
		packed := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy))
		out = file.NewParquetWriter(w, root, file.WithWriterProps(packed))
		return nil
	}, func(r arrow.Record) (err error) {
		group := out.AppendRowGroup()
		for i := 0; i < int(r.NumCols()) && err == nil; i++ {
			column, wrong := group.NextColumn()
			if err = wrong; err == nil {
				err = types[i].put(column, r.Column(i))
			}
		}
		return err
	})
	if err == nil {
		err = out.Close()
	}
	return err
}
