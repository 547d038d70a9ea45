// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/*
 * A ping-pong of UDP datagrams between two processes of one host, through the calls that the UDP device uses: sendmmsg, and recvmmsg without
 * waiting. Each process polls on its own processor. Prints the minimum, median and 99th percentile of half a round trip, in microseconds. In a
 * virtual machine, the times depend on whether the host runs the two processors on cores that share a cache; handover.c shows this.
 *
 *   gcc -O2 -o udp-ping-pong udp-ping-pong.c
 *   ./udp-ping-pong [BYTES [ROUNDS]]    80 bytes are a SEND of 64 bytes with RoCE's headers and ICRC
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PORT 47910
#define BATCH 64
#define WARM_UP 20000

static char in[BATCH][2048], out[2048];
static int bytes = 80;

static void pin(int processor)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static int endpoint(int own, int peer)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK + own) };
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK + peer) };
	int s = socket(AF_INET, SOCK_DGRAM, 0);

	if (bind(s, (struct sockaddr *)&at, sizeof(at)) || connect(s, (struct sockaddr *)&to, sizeof(to))) {
		perror("udp-ping-pong");
		exit(1);
	}
	return s;
}

static void send_one(int s)
{
	struct iovec part = { out, bytes };
	struct mmsghdr message = { .msg_hdr = { .msg_iov = &part, .msg_iovlen = 1 } };

	sendmmsg(s, &message, 1, 0);
}

static void receive_one(int s)
{
	static struct iovec parts[BATCH];
	static struct mmsghdr messages[BATCH];

	for (int i = 0; i < BATCH; i++) {
		parts[i] = (struct iovec){ in[i], sizeof(in[i]) };
		messages[i].msg_hdr = (struct msghdr){ .msg_iov = &parts[i], .msg_iovlen = 1 };
	}
	while (recvmmsg(s, messages, BATCH, MSG_DONTWAIT, NULL) <= 0)
		;
}

static double micros(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static int smaller(const void *a, const void *b)
{
	return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b);
}

int main(int count, char **words)
{
	int rounds = count > 2 ? atoi(words[2]) : 200000, s;
	double *half = malloc(rounds * sizeof(double));
	pid_t peer;

	bytes = count > 1 ? atoi(words[1]) : bytes;
	if (bytes < 1 || bytes > (int)sizeof(out) || rounds < 1) {
		fprintf(stderr, "udp-ping-pong: BYTES must be 1 to 2048, ROUNDS at least 1\n");
		return 2;
	}
	peer = fork();
	pin(peer ? 0 : 1);
	s = endpoint(peer ? 0 : 1, peer ? 1 : 0);
	if (!peer) {
		for (int i = 0; i < WARM_UP + rounds; i++) {
			receive_one(s);
			send_one(s);
		}
		return 0;
	}
	usleep(100000);
	for (int i = -WARM_UP; i < rounds; i++) {
		double begun = micros();

		send_one(s);
		receive_one(s);
		if (i >= 0)
			half[i] = (micros() - begun) / 2;
	}
	waitpid(peer, NULL, 0);
	qsort(half, rounds, sizeof(double), smaller);
	printf("%d bytes: min %.2f us, median %.2f us, 99 %% %.2f us\n", bytes, half[0], half[rounds / 2], half[rounds - 1 - rounds / 100]);
	return 0;
}
