// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.layout.AddressLayout;
import org.rpcrdma.ibverbs.layout.CompletionLayout;
import org.rpcrdma.ibverbs.layout.ConnectionLayout;
import org.rpcrdma.ibverbs.layout.DeviceAttributesLayout;
import org.rpcrdma.ibverbs.layout.DeviceLayout;
import org.rpcrdma.ibverbs.layout.MemoryLayouts;
import org.rpcrdma.ibverbs.layout.PortLayout;
import org.rpcrdma.ibverbs.layout.QueuePairLayout;
import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.ibverbs.layout.SendLayout;

/**
 * The offsets that are written in the layouts are those that a C compiler computes from the declarations of rdma-core.
 */
class LayoutTest {
    @Test
    void shouldLayOutSendRequestsAsTheCompilerDoes() {
        final CStruct wr = CStruct.of(
                "u64 wr_id",
                "ptr next",
                "ptr sg_list",
                "u32 num_sge",
                "u32 opcode",
                "u32 send_flags",
                "u32 imm",
                "bytes32/8 wr",
                "bytes4/4 qp_type",
                "bytes48/8 bind_mw");
        final CStruct bind = CStruct.of("ptr mw", "u32 rkey", "ptr mr", "u64 addr", "u64 length", "u32 access");
        final CStruct atomic = CStruct.of("u64 remote_addr", "u64 compare_add", "u64 swap", "u32 rkey");
        assertEquals(wr.size(), SendLayout.SIZE);
        assertEquals(wr.at("next"), ReceiveLayout.NEXT);
        assertEquals(wr.at("sg_list"), ReceiveLayout.SG_LIST);
        assertEquals(wr.at("num_sge"), ReceiveLayout.NUM_SGE);
        assertEquals(wr.at("opcode"), SendLayout.OPCODE);
        assertEquals(wr.at("send_flags"), SendLayout.FLAGS);
        assertEquals(wr.at("imm"), SendLayout.IMM_OR_KEY);
        assertEquals(wr.at("wr"), SendLayout.REMOTE_ADDRESS);
        assertEquals(wr.at("wr") + 8, SendLayout.RKEY);
        assertEquals(wr.at("wr") + atomic.at("compare_add"), SendLayout.COMPARE_ADD);
        assertEquals(wr.at("wr") + atomic.at("swap"), SendLayout.SWAP);
        assertEquals(wr.at("wr") + atomic.at("rkey"), SendLayout.ATOMIC_RKEY);
        assertEquals(wr.at("bind_mw") + bind.at("mw"), SendLayout.MW);
        assertEquals(wr.at("bind_mw") + bind.at("rkey"), SendLayout.MW_RKEY);
        assertEquals(wr.at("bind_mw") + bind.at("mr"), SendLayout.BIND_MR);
        assertEquals(wr.at("bind_mw") + bind.at("addr"), SendLayout.BIND_ADDRESS);
        assertEquals(wr.at("bind_mw") + bind.at("length"), SendLayout.BIND_LENGTH);
        assertEquals(wr.at("bind_mw") + bind.at("access"), SendLayout.BIND_ACCESS);
    }

    @Test
    void shouldLayOutCompletionsAsTheCompilerDoes() {
        final CStruct wc = CStruct.of(
                "u64 wr_id",
                "u32 status",
                "u32 opcode",
                "u32 vendor_err",
                "u32 byte_len",
                "u32 imm",
                "u32 qp_num",
                "u32 src_qp",
                "u32 wc_flags",
                "u16 pkey_index",
                "u16 slid",
                "u8 sl",
                "u8 bits");
        assertEquals(wc.size(), CompletionLayout.SIZE);
        assertEquals(wc.at("status"), CompletionLayout.STATUS);
        assertEquals(wc.at("opcode"), CompletionLayout.OPCODE);
        assertEquals(wc.at("byte_len"), CompletionLayout.BYTE_LEN);
        assertEquals(wc.at("imm"), CompletionLayout.IMM_OR_KEY);
        assertEquals(wc.at("qp_num"), CompletionLayout.QP_NUM);
        assertEquals(wc.at("src_qp"), CompletionLayout.SRC_QP);
        assertEquals(wc.at("wc_flags"), CompletionLayout.FLAGS);
    }

    @Test
    void shouldLayOutQueuePairAttributesAsTheCompilerDoes() {
        final CStruct attr = CStruct.of(
                "u32 qp_state",
                "u32 cur",
                "u32 path_mtu",
                "u32 mig",
                "u32 qkey",
                "u32 rq_psn",
                "u32 sq_psn",
                "u32 dest",
                "u32 access",
                "bytes20/4 cap",
                "bytes32/8 ah",
                "bytes32/8 alt",
                "u16 pkey",
                "u16 alt_pkey",
                "u8 notify",
                "u8 draining",
                "u8 max_rd",
                "u8 max_dest",
                "u8 min_rnr",
                "u8 port",
                "u8 timeout",
                "u8 retry",
                "u8 rnr",
                "u8 alt_port",
                "u8 alt_timeout",
                "u32 rate");
        assertEquals(attr.size(), QueuePairLayout.SIZE);
        assertEquals(attr.at("dest"), QueuePairLayout.DEST_QP_NUM);
        assertEquals(attr.at("access"), QueuePairLayout.ACCESS);
        assertEquals(attr.at("ah"), QueuePairLayout.ADDRESS);
        assertEquals(attr.at("pkey"), QueuePairLayout.PKEY_INDEX);
        assertEquals(attr.at("notify"), QueuePairLayout.EN_SQD_NOTIFY);
        assertEquals(attr.at("max_rd"), QueuePairLayout.MAX_RD_ATOMIC);
        assertEquals(attr.at("max_dest"), QueuePairLayout.MAX_DEST_RD_ATOMIC);
        assertEquals(attr.at("min_rnr"), QueuePairLayout.MIN_RNR_TIMER);
        assertEquals(attr.at("port"), QueuePairLayout.PORT);
        assertEquals(attr.at("timeout"), QueuePairLayout.TIMEOUT);
        assertEquals(attr.at("retry"), QueuePairLayout.RETRY_COUNT);
        assertEquals(attr.at("rnr"), QueuePairLayout.RNR_RETRY);
        final CStruct init = CStruct.of(
                "ptr context",
                "ptr send_cq",
                "ptr recv_cq",
                "ptr srq",
                "u32 send_wr",
                "u32 recv_wr",
                "u32 send_sge",
                "u32 recv_sge",
                "u32 inline",
                "u32 type",
                "u32 sig_all");
        assertEquals(init.size(), QueuePairLayout.INIT_SIZE);
        assertEquals(init.at("srq"), QueuePairLayout.INIT_SRQ);
        assertEquals(init.at("inline"), QueuePairLayout.INIT_MAX_INLINE);
        assertEquals(init.at("type"), QueuePairLayout.INIT_TYPE);
        assertEquals(init.at("sig_all"), QueuePairLayout.INIT_SIG_ALL);
    }

    @Test
    void shouldLayOutDeviceAttributesAsTheCompilerDoes() {
        final CStruct attr = CStruct.of(
                "bytes64/1 fw_ver",
                "u64 node_guid",
                "u64 image_guid",
                "u64 max_mr_size",
                "u64 page_size_cap",
                "u32 vendor_id",
                "u32 part",
                "u32 hw_ver",
                "u32 max_qp",
                "u32 max_qp_wr",
                "u32 flags",
                "u32 max_sge",
                "u32 max_sge_rd",
                "u32 max_cq",
                "u32 max_cqe",
                "u32 max_mr",
                "u32 max_pd",
                "u32 qp_rd",
                "u32 ee_rd",
                "u32 res_rd",
                "u32 qp_init_rd",
                "u32 ee_init_rd",
                "u32 atomic_cap",
                "u32 max_ee",
                "u32 max_rdd",
                "u32 max_mw",
                "u32 raw_ipv6",
                "u32 raw_ethy",
                "u32 mcast_grp",
                "u32 mcast_qp",
                "u32 total_mcast",
                "u32 max_ah",
                "u32 max_fmr",
                "u32 map_fmr",
                "u32 max_srq",
                "u32 max_srq_wr",
                "u32 max_srq_sge",
                "u16 max_pkeys",
                "u8 ack_delay",
                "u8 ports");
        assertEquals(attr.size(), DeviceAttributesLayout.SIZE);
        assertEquals(attr.at("max_qp_wr"), DeviceAttributesLayout.MAX_QP_WR);
        assertEquals(attr.at("flags"), DeviceAttributesLayout.CAP_FLAGS);
        assertEquals(attr.at("max_sge"), DeviceAttributesLayout.MAX_SGE);
        assertEquals(attr.at("max_cqe"), DeviceAttributesLayout.MAX_CQE);
        assertEquals(attr.at("qp_rd"), DeviceAttributesLayout.MAX_QP_RD_ATOM);
        assertEquals(attr.at("qp_init_rd"), DeviceAttributesLayout.MAX_QP_INIT_RD_ATOM);
        assertEquals(attr.at("atomic_cap"), DeviceAttributesLayout.ATOMIC_CAP);
        assertEquals(attr.at("max_srq"), DeviceAttributesLayout.MAX_SRQ);
        assertEquals(attr.at("max_srq_wr"), DeviceAttributesLayout.MAX_SRQ_WR);
        assertEquals(attr.at("ports"), DeviceAttributesLayout.PHYS_PORT_CNT);
    }

    @Test
    void shouldLayOutPortsAsTheCompilerDoes() {
        final CStruct port = CStruct.of(
                "u32 state",
                "u32 max_mtu",
                "u32 active_mtu",
                "u32 gid_tbl_len",
                "u32 flags",
                "u32 max_msg",
                "u32 bad_pkey",
                "u32 qkey_viol",
                "u16 pkey_tbl_len",
                "u16 lid",
                "u16 sm_lid",
                "u8 lmc",
                "u8 max_vl",
                "u8 sm_sl",
                "u8 timeout",
                "u8 init_type",
                "u8 width",
                "u8 speed",
                "u8 phys",
                "u8 link_layer");
        assertEquals(port.at("lid"), PortLayout.LID);
        assertEquals(port.at("link_layer"), PortLayout.LINK_LAYER);
    }

    @Test
    void shouldLayOutDevicesAsTheCompilerDoes() {
        final CStruct device = CStruct.of(
                "bytes16/8 ops", "u32 node_type", "u32 transport_type", "bytes64/1 name", "bytes64/1 dev_name");
        assertEquals(device.at("transport_type"), DeviceLayout.TRANSPORT_TYPE);
        assertEquals(device.at("dev_name"), DeviceLayout.DEV_NAME);
    }

    @Test
    void shouldLayOutConnectionsAsTheCompilerDoes() {
        final CStruct parameters = CStruct.of(
                "ptr data",
                "u8 length",
                "u8 responder",
                "u8 initiator",
                "u8 flow",
                "u8 retry",
                "u8 rnr",
                "u8 srq",
                "u32 qp_num");
        assertEquals(parameters.size(), ConnectionLayout.SIZE);
        assertEquals(parameters.at("responder"), ConnectionLayout.RESPONDER_RESOURCES);
        assertEquals(parameters.at("initiator"), ConnectionLayout.INITIATOR_DEPTH);
        assertEquals(parameters.at("retry"), ConnectionLayout.RETRY_COUNT);
        assertEquals(parameters.at("rnr"), ConnectionLayout.RNR_RETRY_COUNT);
        assertEquals(parameters.at("qp_num"), ConnectionLayout.QP_NUM);
        final CStruct id = CStruct.of(
                "ptr verbs", "ptr channel", "ptr context", "ptr qp", "bytes128/8 src_addr", "bytes128/8 dst_addr");
        assertEquals(id.at("context"), ConnectionLayout.ID_CONTEXT);
        assertEquals(id.at("dst_addr"), ConnectionLayout.ID_REMOTE);
        final CStruct event = CStruct.of("ptr id", "ptr listen_id", "u32 event", "u32 status", "bytes24/8 param");
        assertEquals(event.at("listen_id"), ConnectionLayout.EVENT_LISTENER);
        assertEquals(event.at("event"), ConnectionLayout.EVENT_TYPE);
        assertEquals(event.at("status"), ConnectionLayout.EVENT_STATUS);
        assertEquals(event.at("param"), ConnectionLayout.EVENT_PARAMETERS);
    }

    @Test
    void shouldLayOutRegionsAndReceivesAsTheCompilerDoes() {
        final CStruct mr =
                CStruct.of("ptr context", "ptr pd", "ptr addr", "u64 length", "u32 handle", "u32 lkey", "u32 rkey");
        assertEquals(mr.at("context"), MemoryLayouts.MR_CONTEXT);
        assertEquals(mr.at("handle"), MemoryLayouts.MR_HANDLE);
        assertEquals(mr.at("lkey"), MemoryLayouts.MR_LKEY);
        assertEquals(mr.at("rkey"), MemoryLayouts.MR_RKEY);
        final CStruct wr = CStruct.of("u64 wr_id", "ptr next", "ptr sg_list", "u32 num_sge");
        assertEquals(wr.size(), ReceiveLayout.SIZE);
        assertEquals(wr.at("next"), ReceiveLayout.NEXT);
        assertEquals(wr.at("sg_list"), ReceiveLayout.SG_LIST);
        assertEquals(wr.at("num_sge"), ReceiveLayout.NUM_SGE);
        final CStruct bind = CStruct.of("u64 wr_id", "u32 flags", "ptr mr", "u64 addr", "u64 length", "u32 access");
        assertEquals(bind.size(), MemoryLayouts.BIND_SIZE);
        assertEquals(bind.at("mr"), MemoryLayouts.BIND_MR);
        assertEquals(bind.at("access"), MemoryLayouts.BIND_ACCESS);
        final CStruct ah = CStruct.of(
                "bytes16/8 dgid",
                "u32 flow",
                "u8 sgid",
                "u8 hop",
                "u8 class",
                "u16 dlid",
                "u8 sl",
                "u8 bits",
                "u8 rate",
                "u8 global",
                "u8 port");
        assertEquals(ah.size(), AddressLayout.SIZE);
        assertEquals(ah.at("sgid"), AddressLayout.SGID_INDEX);
        assertEquals(ah.at("dlid"), AddressLayout.DLID);
        assertEquals(ah.at("global"), AddressLayout.IS_GLOBAL);
        assertEquals(ah.at("port"), AddressLayout.PORT);
    }
}
