// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Measures a device's bandwidth and latency between two processes or hosts, and prints a table like perftest: {@code
 * rpcrdma perf}.
 *
 * <pre>
 * PerfClient   PerfServer         rows against a server; the server
 * VerbsRunner  ServedConnection   one row on its connections; the other side of each
 * RpcRunner                       the same for RPCs
 * VerbsEnd     PolledQueue Drive  a queue pair with its memory; completions; polling and waiting
 * TestOffer    TestAnswer         the private data that both sides exchange to connect
 * BandwidthRun LatencyRun         the measurements, which depend only on a clock and senders
 * </pre>
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.perf;
