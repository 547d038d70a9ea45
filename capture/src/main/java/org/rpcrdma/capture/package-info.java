// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads captures of RoCEv2 traffic packet by packet. The package decodes files (pcap and pcapng, plain or compressed),
 * frames (Ethernet, IP, UDP and the InfiniBand transport), connections, and the payloads of connections (Sends, bytes
 * written and bytes read).
 *
 * <pre>
 *  CaptureReader ─▶ file format ─▶ frame ─▶ connection ─▶ direction ─▶ CaptureListener
 *                   pcap, pcapng   packet   addresses,    packet sequence numbers,
 *                                           QPs, CM       reassembly
 * </pre>
 *
 * <p>The contents of files are not trusted. Every length is checked against the captured bytes, and all memory is
 * bounded.
 *
 * @since 0.1.0
 */
package org.rpcrdma.capture;
