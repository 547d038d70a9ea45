// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.ibverbs.layout.AddressLayout;
import org.rpcrdma.ibverbs.layout.CompletionLayout;
import org.rpcrdma.ibverbs.layout.ConnectionLayout;
import org.rpcrdma.ibverbs.layout.ContextLayout;
import org.rpcrdma.ibverbs.layout.DeviceAttributesLayout;
import org.rpcrdma.ibverbs.layout.DeviceLayout;
import org.rpcrdma.ibverbs.layout.EventLayout;
import org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout;
import org.rpcrdma.ibverbs.layout.MemoryLayouts;
import org.rpcrdma.ibverbs.layout.PortLayout;
import org.rpcrdma.ibverbs.layout.QueueLayout;
import org.rpcrdma.ibverbs.layout.QueuePairLayout;
import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.ibverbs.layout.SendLayout;
import org.rpcrdma.ibverbs.layout.SharedReceiveLayout;
import org.rpcrdma.ibverbs.post.SendOperations;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.SendRequests;

/**
 * The offsets and values of the layouts are those that a C compiler computes from the headers of rdma-core. The answers
 * of rdma-core 44 are recorded beside this test and hold on every machine; one that has the headers is asked itself,
 * too.
 */
class HeaderLayoutTest {
    private static final List<Path> HEADERS =
            List.of(Path.of("/usr/include/infiniband/verbs.h"), Path.of("/usr/include/rdma/rdma_cma.h"));
    private static final String LACKING =
            "this machine lacks the headers of rdma-core (libibverbs-dev, librdmacm-dev): "
                    + "the layouts were held to the recorded answers only";

    /** In C, by the offset that this module has. */
    private final Map<String, Long> expressions = new LinkedHashMap<>();

    private void addAll() {
        addContext();
        addRequests();
        addQueues();
        addMemory();
        addAttributes();
        addConnections();
    }

    @Test
    void shouldAgreeWithTheRecordedHeaders() throws IOException {
        addAll();
        assertRecorded("rdma-core-44.offsets");
    }

    /** Flushes and atomic writes came with rdma-core 46. */
    @Test
    void shouldAgreeWithTheRecordedFlushesAndAtomicWrites() throws IOException {
        addFlushesAndAtomicWrites();
        assertRecorded("rdma-core-46.offsets");
    }

    /** Each expression has a recorded answer, and none is left over. */
    private void assertRecorded(final String name) throws IOException {
        final Map<String, Long> recorded = new LinkedHashMap<>();
        try (InputStream file = getClass().getResourceAsStream(name)) {
            assertNotNull(file, name);
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> recorded.put(
                            line.substring(line.indexOf(' ') + 1),
                            Long.parseLong(line.substring(0, line.indexOf(' ')))));
        }
        assertEquals(recorded, expressions);
    }

    @Test
    void shouldAgreeWithTheHeadersOfThisMachine(@TempDir final Path folder) throws Exception {
        assumeTrue(HEADERS.stream().allMatch(Files::exists), LACKING);
        addAll();
        compare(folder);
    }

    @Test
    void shouldAgreeWithHeadersThatHaveFlushesAndAtomicWrites(@TempDir final Path folder) throws Exception {
        assumeTrue(HEADERS.stream().allMatch(Files::exists), LACKING);
        assumeTrue(
                Files.readString(HEADERS.get(0)).contains("wr_flush"),
                "the headers are of an rdma-core before 46, which has no flushes and atomic writes");
        addFlushesAndAtomicWrites();
        compare(folder);
    }

    private void addFlushesAndAtomicWrites() {
        field("ibv_qp_ex", "wr_atomic_write", ExtendedQueuePairLayout.ATOMIC_WRITE);
        field("ibv_qp_ex", "wr_flush", ExtendedQueuePairLayout.FLUSH);
        value("IBV_WR_FLUSH", SendLayout.OP_FLUSH);
        value("IBV_WR_ATOMIC_WRITE", SendLayout.OP_ATOMIC_WRITE);
        value("IBV_QP_EX_WITH_FLUSH", SendOperations.bit(SendLayout.OP_FLUSH));
        value("IBV_QP_EX_WITH_ATOMIC_WRITE", SendOperations.bit(SendLayout.OP_ATOMIC_WRITE));
        value("IBV_FLUSH_GLOBAL", SendRequests.FLUSH_GLOBAL);
        value("IBV_FLUSH_PERSISTENT", SendRequests.FLUSH_PERSISTENT);
        value("IBV_FLUSH_RANGE", SendLayout.LEVEL_RANGE);
        value("IBV_FLUSH_MR", SendLayout.LEVEL_REGION);
        value("IBV_WC_FLUSH", CompletionOpcode.FLUSH);
        value("IBV_WC_ATOMIC_WRITE", CompletionOpcode.ATOMIC_WRITE);
        value("IBV_ACCESS_FLUSH_GLOBAL", Access.FLUSH_GLOBAL);
        value("IBV_ACCESS_FLUSH_PERSISTENT", Access.FLUSH_PERSISTENT);
        value("IB_UVERBS_DEVICE_FLUSH_GLOBAL | IB_UVERBS_DEVICE_FLUSH_PERSISTENT", DeviceAttributesLayout.CAP_FLUSH);
        value("IB_UVERBS_DEVICE_ATOMIC_WRITE", DeviceAttributesLayout.CAP_ATOMIC_WRITE);
    }

    /** Headers without a compiler, or that do not compile, are a defect of the machine or of this test. */
    private void compare(final Path folder) throws Exception {
        final Path source = folder.resolve("offsets.c");
        final Path program = folder.resolve("offsets");
        Files.writeString(source, program());
        run("cc", "-w", "-o", program.toString(), source.toString());
        final String[] answers = run(program.toString()).split("\n");
        final Map<String, Long> answered = new LinkedHashMap<>();
        int line = 0;
        for (final String expression : expressions.keySet()) {
            answered.put(expression, Long.parseLong(answers[line++]));
        }
        assertEquals(answered, expressions);
    }

    private String program() {
        final StringBuilder text = new StringBuilder();
        text.append(
                "#include <infiniband/verbs.h>\n#include <rdma/rdma_cma.h>\n#include <stddef.h>\n#include <stdio.h>\n");
        text.append("int main(void) {\n");
        expressions
                .keySet()
                .forEach(expression -> text.append("    printf(\"%ld\\n\", (long) (")
                        .append(expression)
                        .append("));\n"));
        return text.append("    return 0;\n}\n").toString();
    }

    /** Returns what a command prints; fails if the command does. */
    private static String run(final String... command) throws IOException, InterruptedException {
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), command[0]);
        assertEquals(0, process.exitValue(), printed);
        return printed;
    }

    private void field(final String struct, final String field, final long offset) {
        expressions.put("offsetof(struct " + struct + ", " + field + ")", offset);
    }

    private void size(final String struct, final long size) {
        expressions.put("sizeof(struct " + struct + ")", size);
    }

    private void value(final String expression, final long value) {
        expressions.put(expression, value);
    }

    /** A field of the extension, from the context down. */
    private void extension(final String field, final long offset) {
        expressions.put(
                "(long) offsetof(struct verbs_context, " + field + ") - (long) offsetof(struct verbs_context, context)",
                offset);
    }

    private void addContext() {
        size("ibv_context", ContextLayout.SIZE);
        field("ibv_context", "device", ContextLayout.DEVICE);
        field("ibv_device", "transport_type", DeviceLayout.TRANSPORT_TYPE);
        field("ibv_device", "dev_name", DeviceLayout.DEV_NAME);
        expressions.put("IBV_TRANSPORT_IB", (long) DeviceLayout.TRANSPORT_INFINIBAND);
        expressions.put("IBV_TRANSPORT_IWARP", (long) DeviceLayout.TRANSPORT_IWARP);
        field("ibv_context", "ops.alloc_mw", ContextLayout.ALLOC_MW);
        field("ibv_context", "ops.bind_mw", ContextLayout.BIND_MW);
        field("ibv_context", "ops.dealloc_mw", ContextLayout.DEALLOC_MW);
        field("ibv_context", "ops.poll_cq", ContextLayout.POLL_CQ);
        field("ibv_context", "ops.req_notify_cq", ContextLayout.REQ_NOTIFY_CQ);
        field("ibv_context", "ops.post_srq_recv", ContextLayout.POST_SRQ_RECV);
        field("ibv_context", "ops.post_send", ContextLayout.POST_SEND);
        field("ibv_context", "ops.post_recv", ContextLayout.POST_RECV);
        field("ibv_context", "async_fd", ContextLayout.ASYNC_FD);
        field("ibv_context", "num_comp_vectors", ContextLayout.NUM_COMP_VECTORS);
        field("ibv_context", "abi_compat", ContextLayout.ABI_COMPAT);
        extension("sz", ContextLayout.VERBS_SIZE);
        extension("query_device_ex", ContextLayout.QUERY_DEVICE_EX);
        extension("create_qp_ex", ContextLayout.CREATE_QP_EX);
        extension("advise_mr", ContextLayout.ADVISE_MR);
    }

    private void addRequests() {
        size("ibv_send_wr", SendLayout.SIZE);
        size("ibv_recv_wr", ReceiveLayout.SIZE);
        size("ibv_sge", ReceiveLayout.SGE_SIZE);
        for (final String request : List.of("ibv_send_wr", "ibv_recv_wr")) {
            field(request, "wr_id", ReceiveLayout.WR_ID);
            field(request, "next", ReceiveLayout.NEXT);
            field(request, "sg_list", ReceiveLayout.SG_LIST);
            field(request, "num_sge", ReceiveLayout.NUM_SGE);
        }
        field("ibv_sge", "addr", ReceiveLayout.SGE_ADDRESS);
        field("ibv_sge", "length", ReceiveLayout.SGE_LENGTH);
        field("ibv_sge", "lkey", ReceiveLayout.SGE_LKEY);
        field("ibv_send_wr", "opcode", SendLayout.OPCODE);
        field("ibv_send_wr", "send_flags", SendLayout.FLAGS);
        field("ibv_send_wr", "invalidate_rkey", SendLayout.IMM_OR_KEY);
        field("ibv_send_wr", "wr.rdma.remote_addr", SendLayout.REMOTE_ADDRESS);
        field("ibv_send_wr", "wr.rdma.rkey", SendLayout.RKEY);
        field("ibv_send_wr", "wr.atomic.compare_add", SendLayout.COMPARE_ADD);
        field("ibv_send_wr", "wr.atomic.swap", SendLayout.SWAP);
        field("ibv_send_wr", "wr.atomic.rkey", SendLayout.ATOMIC_RKEY);
        field("ibv_send_wr", "wr.ud.ah", SendLayout.UD_AH);
        field("ibv_send_wr", "wr.ud.remote_qpn", SendLayout.UD_QPN);
        field("ibv_send_wr", "wr.ud.remote_qkey", SendLayout.UD_QKEY);
        field("ibv_send_wr", "bind_mw.mw", SendLayout.MW);
        field("ibv_send_wr", "bind_mw.rkey", SendLayout.MW_RKEY);
        field("ibv_send_wr", "bind_mw.bind_info", SendLayout.BIND_MR);
        field("ibv_send_wr", "bind_mw.bind_info.addr", SendLayout.BIND_ADDRESS);
        field("ibv_send_wr", "bind_mw.bind_info.length", SendLayout.BIND_LENGTH);
        field("ibv_send_wr", "bind_mw.bind_info.mw_access_flags", SendLayout.BIND_ACCESS);
        size("ibv_wc", CompletionLayout.SIZE);
        field("ibv_wc", "status", CompletionLayout.STATUS);
        field("ibv_wc", "opcode", CompletionLayout.OPCODE);
        field("ibv_wc", "byte_len", CompletionLayout.BYTE_LEN);
        field("ibv_wc", "imm_data", CompletionLayout.IMM_OR_KEY);
        field("ibv_wc", "qp_num", CompletionLayout.QP_NUM);
        field("ibv_wc", "src_qp", CompletionLayout.SRC_QP);
        field("ibv_wc", "wc_flags", CompletionLayout.FLAGS);
    }

    private void addQueues() {
        field("ibv_cq", "cqe", QueueLayout.CQ_CQE);
        field("ibv_qp", "qp_num", QueueLayout.QP_NUM);
        field("ibv_qp_ex", "wr_id", ExtendedQueuePairLayout.WR_ID);
        field("ibv_qp_ex", "wr_flags", ExtendedQueuePairLayout.WR_FLAGS);
        field("ibv_qp_ex", "wr_atomic_cmp_swp", ExtendedQueuePairLayout.ATOMIC_CMP_SWP);
        field("ibv_qp_ex", "wr_atomic_fetch_add", ExtendedQueuePairLayout.ATOMIC_FETCH_ADD);
        field("ibv_qp_ex", "wr_bind_mw", ExtendedQueuePairLayout.BIND_MW);
        field("ibv_qp_ex", "wr_local_inv", ExtendedQueuePairLayout.LOCAL_INV);
        field("ibv_qp_ex", "wr_rdma_read", ExtendedQueuePairLayout.RDMA_READ);
        field("ibv_qp_ex", "wr_rdma_write", ExtendedQueuePairLayout.RDMA_WRITE);
        field("ibv_qp_ex", "wr_rdma_write_imm", ExtendedQueuePairLayout.RDMA_WRITE_IMM);
        field("ibv_qp_ex", "wr_send", ExtendedQueuePairLayout.SEND);
        field("ibv_qp_ex", "wr_send_imm", ExtendedQueuePairLayout.SEND_IMM);
        field("ibv_qp_ex", "wr_send_inv", ExtendedQueuePairLayout.SEND_INV);
        field("ibv_qp_ex", "wr_set_ud_addr", ExtendedQueuePairLayout.SET_UD_ADDR);
        field("ibv_qp_ex", "wr_set_inline_data", ExtendedQueuePairLayout.SET_INLINE_DATA);
        field("ibv_qp_ex", "wr_set_sge_list", ExtendedQueuePairLayout.SET_SGE_LIST);
        field("ibv_qp_ex", "wr_start", ExtendedQueuePairLayout.START);
        field("ibv_qp_ex", "wr_complete", ExtendedQueuePairLayout.COMPLETE);
        field("ibv_qp_ex", "wr_abort", ExtendedQueuePairLayout.ABORT);
        size("ibv_qp_init_attr", QueuePairLayout.INIT_SIZE);
        field("ibv_qp_init_attr", "srq", QueuePairLayout.INIT_SRQ);
        field("ibv_qp_init_attr", "sq_sig_all", QueuePairLayout.INIT_SIG_ALL);
        size("ibv_qp_init_attr_ex", ExtendedQueuePairLayout.INIT_SIZE);
        field("ibv_qp_init_attr_ex", "cap.max_send_wr", QueuePairLayout.INIT_MAX_SEND_WR);
        field("ibv_qp_init_attr_ex", "cap.max_inline_data", QueuePairLayout.INIT_MAX_INLINE);
        field("ibv_qp_init_attr_ex", "qp_type", QueuePairLayout.INIT_TYPE);
        field("ibv_qp_init_attr_ex", "comp_mask", ExtendedQueuePairLayout.INIT_COMP_MASK);
        field("ibv_qp_init_attr_ex", "pd", ExtendedQueuePairLayout.INIT_PD);
        field("ibv_qp_init_attr_ex", "send_ops_flags", ExtendedQueuePairLayout.INIT_SEND_OPS);
        size("ibv_srq_init_attr", SharedReceiveLayout.SIZE);
        field("ibv_srq_init_attr", "attr", SharedReceiveLayout.ATTR);
    }

    private void addMemory() {
        field("ibv_mr", "context", MemoryLayouts.MR_CONTEXT);
        field("ibv_mr", "handle", MemoryLayouts.MR_HANDLE);
        field("ibv_mr", "lkey", MemoryLayouts.MR_LKEY);
        field("ibv_mr", "rkey", MemoryLayouts.MR_RKEY);
        field("ibv_mw", "rkey", MemoryLayouts.MW_RKEY);
        size("ibv_mw_bind", MemoryLayouts.BIND_SIZE);
        field("ibv_mw_bind", "send_flags", MemoryLayouts.BIND_FLAGS);
        field("ibv_mw_bind", "bind_info.mr", MemoryLayouts.BIND_MR);
        field("ibv_mw_bind", "bind_info.mw_access_flags", MemoryLayouts.BIND_ACCESS);
    }

    private void addAttributes() {
        size("ibv_device_attr", DeviceAttributesLayout.SIZE);
        field("ibv_device_attr", "phys_port_cnt", DeviceAttributesLayout.PHYS_PORT_CNT);
        field("ibv_port_attr", "lid", PortLayout.LID);
        field("ibv_port_attr", "link_layer", PortLayout.LINK_LAYER);
        expressions.put("IBV_LINK_LAYER_INFINIBAND", (long) PortLayout.INFINIBAND);
        size("ibv_device_attr_ex", DeviceAttributesLayout.SIZE_EXTENDED);
        field("ibv_device_attr", "vendor_id", DeviceAttributesLayout.VENDOR_ID);
        field("ibv_device_attr", "device_cap_flags", DeviceAttributesLayout.CAP_FLAGS);
        field("ibv_device_attr", "atomic_cap", DeviceAttributesLayout.ATOMIC_CAP);
        field("ibv_device_attr", "max_cqe", DeviceAttributesLayout.MAX_CQE);
        field("ibv_device_attr", "max_qp_init_rd_atom", DeviceAttributesLayout.MAX_QP_INIT_RD_ATOM);
        field("ibv_device_attr", "max_qp_rd_atom", DeviceAttributesLayout.MAX_QP_RD_ATOM);
        field("ibv_device_attr", "max_qp_wr", DeviceAttributesLayout.MAX_QP_WR);
        field("ibv_device_attr", "max_sge", DeviceAttributesLayout.MAX_SGE);
        field("ibv_device_attr", "max_srq", DeviceAttributesLayout.MAX_SRQ);
        field("ibv_device_attr", "max_srq_wr", DeviceAttributesLayout.MAX_SRQ_WR);
        field("ibv_device_attr_ex", "odp_caps.general_caps", DeviceAttributesLayout.ODP_GENERAL);
        field("ibv_device_attr_ex", "odp_caps.per_transport_caps.rc_odp_caps", DeviceAttributesLayout.ODP_RC);
        field("ibv_device_attr_ex", "odp_caps.per_transport_caps.ud_odp_caps", DeviceAttributesLayout.ODP_UD);
        field("ibv_device_attr_ex", "device_cap_flags_ex", DeviceAttributesLayout.CAP_FLAGS_EX);
        size("ibv_qp_attr", QueuePairLayout.SIZE);
        field("ibv_qp_attr", "ah_attr", QueuePairLayout.ADDRESS);
        field("ibv_qp_attr", "pkey_index", QueuePairLayout.PKEY_INDEX);
        field("ibv_qp_attr", "rnr_retry", QueuePairLayout.RNR_RETRY);
        field("ibv_qp_attr", "qp_access_flags", QueuePairLayout.ACCESS);
        field("ibv_qp_attr", "dest_qp_num", QueuePairLayout.DEST_QP_NUM);
        field("ibv_qp_attr", "en_sqd_async_notify", QueuePairLayout.EN_SQD_NOTIFY);
        field("ibv_qp_attr", "max_dest_rd_atomic", QueuePairLayout.MAX_DEST_RD_ATOMIC);
        field("ibv_qp_attr", "max_rd_atomic", QueuePairLayout.MAX_RD_ATOMIC);
        field("ibv_qp_attr", "min_rnr_timer", QueuePairLayout.MIN_RNR_TIMER);
        field("ibv_qp_attr", "port_num", QueuePairLayout.PORT);
        field("ibv_qp_attr", "retry_cnt", QueuePairLayout.RETRY_COUNT);
        field("ibv_qp_attr", "timeout", QueuePairLayout.TIMEOUT);
        size("ibv_ah_attr", AddressLayout.SIZE);
        field("ibv_ah_attr", "grh.sgid_index", AddressLayout.SGID_INDEX);
        field("ibv_ah_attr", "grh.hop_limit", AddressLayout.HOP_LIMIT);
        field("ibv_ah_attr", "dlid", AddressLayout.DLID);
        field("ibv_ah_attr", "is_global", AddressLayout.IS_GLOBAL);
        field("ibv_ah_attr", "port_num", AddressLayout.PORT);
        size("ibv_async_event", EventLayout.ASYNC_SIZE);
        field("ibv_async_event", "event_type", EventLayout.ASYNC_TYPE);
        field("ibv_comp_channel", "fd", EventLayout.COMPLETION_FD);
    }

    private void addConnections() {
        field("rdma_event_channel", "fd", EventLayout.CM_FD);
        field("rdma_cm_id", "verbs", ConnectionLayout.ID_VERBS);
        field("rdma_cm_id", "context", ConnectionLayout.ID_CONTEXT);
        field("rdma_cm_id", "route.addr.dst_storage", ConnectionLayout.ID_REMOTE);
        field("rdma_cm_event", "id", ConnectionLayout.EVENT_ID);
        field("rdma_cm_event", "listen_id", ConnectionLayout.EVENT_LISTENER);
        field("rdma_cm_event", "event", ConnectionLayout.EVENT_TYPE);
        field("rdma_cm_event", "status", ConnectionLayout.EVENT_STATUS);
        field("rdma_cm_event", "param.conn", ConnectionLayout.EVENT_PARAMETERS);
        size("rdma_conn_param", ConnectionLayout.SIZE);
        field("rdma_conn_param", "private_data_len", ConnectionLayout.PRIVATE_DATA_LENGTH);
        field("rdma_conn_param", "responder_resources", ConnectionLayout.RESPONDER_RESOURCES);
        field("rdma_conn_param", "initiator_depth", ConnectionLayout.INITIATOR_DEPTH);
        field("rdma_conn_param", "retry_count", ConnectionLayout.RETRY_COUNT);
        field("rdma_conn_param", "rnr_retry_count", ConnectionLayout.RNR_RETRY_COUNT);
        field("rdma_conn_param", "srq", ConnectionLayout.SRQ);
        field("rdma_conn_param", "qp_num", ConnectionLayout.QP_NUM);
        value("RDMA_CM_EVENT_CONNECT_RESPONSE", ConnectionLayout.CONNECT_RESPONSE);
        value("RDMA_CM_EVENT_DEVICE_REMOVAL", ConnectionLayout.DEVICE_REMOVAL);
        value("RDMA_CM_EVENT_ADDR_CHANGE", ConnectionLayout.ADDR_CHANGE);
        value("RDMA_CM_EVENT_TIMEWAIT_EXIT", ConnectionLayout.TIMEWAIT_EXIT);
    }
}
