// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures posting, polling and a ping-pong in a C program, in one thread, on two connected queue pairs of one soft-RoCE
// device. It executes the same steps as its Java counterpart, org.rpcrdma.ibverbs.interop.VerbsSpeed.
// tools/interop/run verbs-speed runs both.
//
//   gcc -O2 -o verbs_speed verbs_speed.c -libverbs
//   ./verbs_speed rxe0 10.98.0.1 ROUNDS
#include <arpa/inet.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 16, BURST = 64, LENGTH = 64, PASSES = 5 };

static struct ibv_cq *queue;
static struct ibv_qp *ends[2];
static struct ibv_mr *region;
static char *memory;

static void require(int is_right, const char *what) {
    if (!is_right) {
        perror(what);
        exit(1);
    }
}

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

static int gid_index(struct ibv_context *context, const char *address, union ibv_gid *gid) {
    struct in_addr wanted;
    require(inet_aton(address, &wanted), "address");
    for (int i = 0; i < 16; i++) {
        if (ibv_query_gid(context, 1, i, gid) == 0 && gid->raw[10] == 0xff && memcmp(gid->raw + 12, &wanted, 4) == 0) {
            return i;
        }
    }
    require(0, "gid");
    return -1;
}

static void join(struct ibv_qp *end, struct ibv_qp *peer, union ibv_gid gid, int index) {
    struct ibv_qp_attr init = {
        .qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE};
    require(!ibv_modify_qp(end, &init, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS), "INIT");
    struct ibv_qp_attr ready = {
        .qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = peer->qp_num, .max_dest_rd_atomic = 1,
        .min_rnr_timer = 12,
        .ah_attr = {.is_global = 1, .port_num = 1, .grh = {.dgid = gid, .sgid_index = index, .hop_limit = 64}}};
    require(!ibv_modify_qp(end, &ready, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN
            | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER), "RTR");
    struct ibv_qp_attr send = {
        .qp_state = IBV_QPS_RTS, .timeout = 18, .retry_cnt = 7, .rnr_retry = 7, .max_rd_atomic = 1};
    require(!ibv_modify_qp(end, &send, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY
            | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC), "RTS");
}

static void post_receive(struct ibv_qp *end, int count) {
    struct ibv_recv_wr requests[BATCH], *bad;
    struct ibv_sge elements[BATCH];
    for (int i = 0; i < count; i++) {
        elements[i] = (struct ibv_sge) {(uintptr_t) memory + 4096, LENGTH, region->lkey};
        requests[i] = (struct ibv_recv_wr) {i, i + 1 < count ? requests + i + 1 : NULL, elements + i, 1};
    }
    require(!ibv_post_recv(end, requests, &bad), "post_recv");
}

static void post_send(struct ibv_qp *end, int count) {
    struct ibv_send_wr requests[BATCH], *bad;
    struct ibv_sge elements[BATCH];
    for (int i = 0; i < count; i++) {
        elements[i] = (struct ibv_sge) {(uintptr_t) memory, LENGTH, region->lkey};
        requests[i] = (struct ibv_send_wr) {
            .wr_id = 1000 + i, .next = i + 1 < count ? requests + i + 1 : NULL, .sg_list = elements + i, .num_sge = 1,
            .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED};
    }
    require(!ibv_post_send(end, requests, &bad), "post_send");
}

// Polls until the given number of completions have been found.
static void take(int count) {
    struct ibv_wc done[BATCH];
    while (count > 0) {
        const int found = ibv_poll_cq(queue, BATCH, done);
        require(found >= 0, "poll");
        for (int i = 0; i < found; i++) {
            require(done[i].status == IBV_WC_SUCCESS, "status");
        }
        count -= found;
    }
}

struct figures { double empty, receive, receives, send, sends, poll, pingpong; };

static void burst(struct figures *sum, int chain) {
    const long begun = now();
    for (int i = 0; i < BURST; i += chain) post_receive(ends[1], chain);
    const long received = now();
    for (int i = 0; i < BURST; i += chain) post_send(ends[0], chain);
    const long sent = now();
    take(2 * BURST);
    const long polled = now();
    *(chain == 1 ? &sum->receive : &sum->receives) += received - begun;
    *(chain == 1 ? &sum->send : &sum->sends) += sent - received;
    if (chain > 1) sum->poll += polled - sent;
}

static struct figures measure(int rounds) {
    struct figures sum = {0};
    struct ibv_wc done[BATCH];
    long begun = now();
    for (int i = 0; i < 100 * rounds; i++) require(ibv_poll_cq(queue, BATCH, done) == 0, "empty");
    sum.empty = (now() - begun) / (100.0 * rounds);
    for (int i = 0; i < rounds; i++) {
        burst(&sum, 1);
        burst(&sum, BATCH);
    }
    begun = now();
    for (int i = 0; i < 10 * rounds; i++) {
        for (int side = 0; side < 2; side++) {
            post_receive(ends[1 - side], 1);
            post_send(ends[side], 1);
            take(2);
        }
    }
    sum.pingpong = (now() - begun) / (10.0 * rounds);
    const double each = (double) rounds * BURST;
    sum.receive /= each;
    sum.receives /= each;
    sum.send /= each;
    sum.sends /= each;
    sum.poll /= 2 * each;
    return sum;
}

int main(int count, char **words) {
    require(count == 4, "verbs_speed DEVICE ADDRESS ROUNDS");
    int number;
    struct ibv_device **devices = ibv_get_device_list(&number);
    struct ibv_context *context = NULL;
    for (int i = 0; i < number; i++) {
        if (strcmp(ibv_get_device_name(devices[i]), words[1]) == 0) context = ibv_open_device(devices[i]);
    }
    require(context != NULL, "device");
    struct ibv_pd *domain = ibv_alloc_pd(context);
    queue = ibv_create_cq(context, 4 * BURST, NULL, NULL, 0);
    memory = aligned_alloc(4096, 8192);
    region = ibv_reg_mr(domain, memory, 8192, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
    require(domain && queue && region, "resources");
    for (int i = 0; i < 2; i++) {
        struct ibv_qp_init_attr attributes = {
            .send_cq = queue, .recv_cq = queue, .qp_type = IBV_QPT_RC,
            .cap = {.max_send_wr = 2 * BURST, .max_recv_wr = 2 * BURST, .max_send_sge = 1, .max_recv_sge = 1}};
        ends[i] = ibv_create_qp(domain, &attributes);
        require(ends[i] != NULL, "queue pair");
    }
    union ibv_gid gid;
    const int index = gid_index(context, words[2], &gid);
    join(ends[0], ends[1], gid, index);
    join(ends[1], ends[0], gid, index);
    for (int pass = 0; pass < PASSES; pass++) {
        const struct figures all = measure(atoi(words[3]));
        printf("c pass=%d poll-empty=%.1f post-receive=%.1f post-16-receives=%.1f post-send=%.1f post-16-sends=%.1f"
               " poll=%.1f ping-pong=%.1f\n",
               pass, all.empty, all.receive, all.receives, all.send, all.sends, all.poll, all.pingpong);
    }
    return 0;
}
