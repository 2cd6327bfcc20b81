;; Dot products of one vector with many rows, 16 numbers at a time. dot-products.ts has this module in binary form;
;; test/ports/vector-rows.test.ts compares both.
(module
  (import "lectern" "memory" (memory 1))
  ;; $rows, $query, $out: addresses. Rows and the query are $bytes long, a multiple of 32, and hold 16-bit integers; $out
  ;; gets a 32-bit integer for each row.
  (func (export "dotProducts") (param $rows i32) (param $count i32) (param $bytes i32) (param $query i32) (param $out i32)
    (local $end i32) (local $rowEnd i32) (local $at i32) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $rows) (i32.mul (local.get $count) (local.get $bytes))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
        (local.set $rowEnd (i32.add (local.get $rows) (local.get $bytes)))
        (local.set $at (local.get $query))
        (local.set $low (v128.const i32x4 0 0 0 0))
        (local.set $high (v128.const i32x4 0 0 0 0))
        (loop $nextNumbers
          (local.set $low
            (i32x4.add
              (local.get $low)
              (i32x4.dot_i16x8_s (v128.load (local.get $rows)) (v128.load (local.get $at)))))
          (local.set $high
            (i32x4.add
              (local.get $high)
              (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $rows)) (v128.load offset=16 (local.get $at)))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $nextNumbers (i32.lt_u (local.get $rows) (local.get $rowEnd))))
        (local.set $low (i32x4.add (local.get $low) (local.get $high)))
        (i32.store
          (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
            (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $nextRow)))))
