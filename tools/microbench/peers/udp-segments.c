// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/*
 * Counts the datagrams per second of CPU time that pass through two UDP sockets of this host, with sender and receiver in one thread: one per
 * call (sendto, recv), 15 per call (sendmmsg, recvmmsg), and in runs that Linux segments and merges (UDP_SEGMENT, UDP_GRO). Then sends runs from
 * one process to another, each on its own processor, with 16 runs in flight, and prints the datagrams per second.
 *
 *   gcc -O2 udp-segments.c -o udp-segments
 *   ./udp-segments 4112 2          # bytes, seconds
 *   ./udp-segments 4112 1 segments # only one of: one, mmsg, segments, apart
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/udp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef UDP_GRO
#define UDP_GRO 104
#endif
#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

enum { MOST = 64, LONGEST_RUN = 65507, ROOM = 4 << 20, WINDOW = 16 };

static char outgoing[1 << 16];
static char incoming[MOST][1 << 16];
static struct sockaddr_in receiver;

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static int newSocket(void) {
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    int room = ROOM, probe = IP_PMTUDISC_PROBE;
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    setsockopt(s, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    setsockopt(s, IPPROTO_IP, IP_MTU_DISCOVER, &probe, sizeof probe);
    if (s < 0 || bind(s, (struct sockaddr *)&any, sizeof any)) {
        perror("socket");
        exit(1);
    }
    return s;
}

static long oneByOne(int out, int in, int bytes, int count) {
    long got = 0;
    for (int i = 0; i < count; i++)
        sendto(out, outgoing, bytes, 0, (struct sockaddr *)&receiver, sizeof receiver);
    for (int i = 0; i < count; i++)
        got += recv(in, incoming[0], sizeof incoming[0], MSG_DONTWAIT) == bytes;
    return got;
}

static long together(int out, int in, int bytes, int count) {
    struct mmsghdr messages[MOST];
    struct iovec pieces[MOST];
    memset(messages, 0, sizeof messages);
    for (int i = 0; i < count; i++) {
        pieces[i] = (struct iovec){outgoing, bytes};
        messages[i].msg_hdr = (struct msghdr){&receiver, sizeof receiver, &pieces[i], 1, 0, 0, 0};
    }
    sendmmsg(out, messages, count, 0);
    for (int i = 0; i < count; i++) {
        pieces[i] = (struct iovec){incoming[i], sizeof incoming[i]};
        messages[i].msg_hdr = (struct msghdr){0, 0, &pieces[i], 1, 0, 0, 0};
    }
    return recvmmsg(in, messages, count, MSG_DONTWAIT, 0);
}

static void sendRun(int out, int bytes, int count) {
    char control[CMSG_SPACE(sizeof(uint16_t))] = {0};
    struct iovec piece = {outgoing, (size_t)bytes * count};
    struct msghdr message = {&receiver, sizeof receiver, &piece, 1, control, sizeof control, 0};
    struct cmsghdr *segment = CMSG_FIRSTHDR(&message);
    segment->cmsg_level = SOL_UDP;
    segment->cmsg_type = UDP_SEGMENT;
    segment->cmsg_len = CMSG_LEN(sizeof(uint16_t));
    *(uint16_t *)CMSG_DATA(segment) = bytes;
    if (sendmsg(out, &message, 0) < 0) {
        perror("UDP_SEGMENT");
        exit(1);
    }
}

static long runs(int out, int in, int bytes, int count) {
    char control[CMSG_SPACE(sizeof(int))] = {0};
    sendRun(out, bytes, count);
    long got = 0;
    ssize_t length;
    do {
        struct iovec piece = {incoming[0], sizeof incoming[0]};
        struct msghdr message = {0, 0, &piece, 1, control, sizeof control, 0};
        length = recvmsg(in, &message, MSG_DONTWAIT);
        got += length > 0 ? (length + bytes - 1) / bytes : 0;
    } while (length > 0 && got < count);
    return got;
}

static void measure(const char *name, long (*carry)(int, int, int, int), int bytes, int count, double seconds, int joins) {
    int out = newSocket(), in = newSocket();
    socklen_t length = sizeof receiver;
    setsockopt(in, SOL_UDP, UDP_GRO, &joins, sizeof joins);
    getsockname(in, (struct sockaddr *)&receiver, &length);
    double begin = cpu(), now = begin;
    long datagrams = 0;
    while ((now = cpu()) < begin + seconds)
        for (int i = 0; i < 50; i++)
            datagrams += carry(out, in, bytes, count);
    printf("%-10s %d bytes, %d a call: %.0f datagrams a second of CPU time, %.0f MB\n", name, bytes, count,
           datagrams / (now - begin), datagrams / (now - begin) * bytes / 1e6);
    close(out);
    close(in);
}

static void runOn(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void apart(int bytes, int count, double seconds) {
    int out = newSocket(), in = newSocket(), joins = 1;
    struct sockaddr_in sender;
    socklen_t length = sizeof receiver;
    setsockopt(in, SOL_UDP, UDP_GRO, &joins, sizeof joins);
    getsockname(out, (struct sockaddr *)&sender, &length);
    getsockname(in, (struct sockaddr *)&receiver, &length);
    pid_t peer = fork();
    runOn(peer == 0);
    while (peer == 0)
        if (recv(in, incoming[0], sizeof incoming[0], MSG_DONTWAIT) > 0)
            sendto(in, outgoing, 20, 0, (struct sockaddr *)&sender, sizeof sender);
    long sent = 0, answered = 0;
    double begin = cpu(), now = begin;
    while ((now = cpu()) < begin + seconds) {
        for (; sent - answered < WINDOW; sent++)
            sendRun(out, bytes, count);
        while (recv(out, incoming[0], sizeof incoming[0], MSG_DONTWAIT) > 0)
            answered++;
    }
    kill(peer, SIGKILL);
    waitpid(peer, NULL, 0);
    printf("apart      %d bytes, %d a call: %.0f datagrams a second of each, %.0f MB\n", bytes, count,
           answered * count / (now - begin), answered * count / (now - begin) * bytes / 1e6);
}

int main(int argc, char **argv) {
    int bytes = argc > 1 ? atoi(argv[1]) : 4112;
    double seconds = argc > 2 ? atof(argv[2]) : 2;
    int count = LONGEST_RUN / bytes < MOST ? LONGEST_RUN / bytes : MOST;
    const char *only = argc > 3 ? argv[3] : NULL;
    if (!only || !strcmp(only, "one"))
        measure("one", oneByOne, bytes, count, seconds, 0);
    if (!only || !strcmp(only, "mmsg"))
        measure("mmsg", together, bytes, count, seconds, 0);
    if (!only || !strcmp(only, "segments"))
        measure("segments", runs, bytes, count, seconds, 1);
    if (!only || !strcmp(only, "apart"))
        apart(bytes, count, seconds);
}
