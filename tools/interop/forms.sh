# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Measures the forms of a connection's Receive buffers on a newer Linux. interop/run sources this file.

# The columns of kernel-forms' table. The module reports all but the first four: see report in kernel-forms/commands.c.
form_columns="kernel iommu mode memory form buffers connections least median most set_up tear_down allocate reserve map sync take unmap release \
mappings iova_ranges iova_searches map_calls table_pages invalidations commands leaves tables_of_32"

# forms_counted NAME: runs all forms in machines with each IOMMU in turn, and prints a table of their costs.
forms_counted() {
  local newer modules iommu device kernel machine table=$logs/$1.tsv shared=$logs/$1-shared.tsv folder=$logs/$1
  limit=${RDMA_VM_LIMIT:-1800}
  build_for_newer "$1" kernel-forms || return 0
  mkdir -p "$folder"
  tr ' ' '\t' <<< "$form_columns" > "$table"
  printf 'kernel\treceives\tall\tcreate\tfill\tarm\tdestroy\n' > "$shared"
  for iommu in ${INTEROP_IOMMUS:-vt-d amd-vi none}; do
    case $iommu in
      vt-d) device=intel-iommu,intremap=off ;;
      amd-vi) device=amd-iommu ;;
      none) device= ;;
      *) fail "no such IOMMU: $iommu" ;;
    esac
    rm -f "$folder/$iommu".*
    RDMA_VM_CLOCK=instructions RDMA_VM_QEMU=$(beside_iommu $device) RDMA_VM_KERNEL=$counted_kernel machines "$1-$iommu" one \
      "$(job kernel-forms.sh "iommu=$iommu" "modules=$(printf '%q' "$modules")" "rows=$(printf '%q' "$folder/$iommu.rows")" \
        "queues=$(printf '%q' "$folder/$iommu.queues")" "sizes='${INTEROP_BUFFERS:-72 135 263 2055}'")"
    [[ $verdict == ok ]] || return 0
    read -r kernel machine < "$folder/$iommu.rows.machine"
    kernel=${kernel%%+*}
    sed "s/^/$kernel\t$iommu\t/" "$folder/$iommu.rows" >> "$table"
    [[ $(wc -l < "$shared") != 1 ]] || sed "s/^/$kernel\t/" "$folder/$iommu.queues" >> "$shared"
  done
  echo "Linux $kernel, QEMU's $machine; us of 1,000 instructions, the minimum of ten connections; fragmented memory: seed 1"
  awk -F '\t' -f "$jobs/kernel-forms-table.awk" "$table" || verdict=failed
  echo "shared receive queues of soft-RoCE, instructions"
  cat "$shared"
}
