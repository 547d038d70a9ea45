/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
/**
 * Captures of RoCEv2 traffic, read packet by packet: files (pcap, pcapng, plain or gzip), frames (Ethernet, IP, UDP, InfiniBand
 * transport), connections, and what travelled on them: Sends, bytes written and bytes read.
 *
 * <pre>
 *  CaptureReader ─▶ file format ─▶ frame ─▶ connection ─▶ direction ─▶ CaptureListener
 *                   pcap, pcapng   packet   addresses,    packet sequence numbers,
 *                                           QPs, CM       reassembly
 * </pre>
 *
 * <p>Nothing in a file is trusted: every length is checked against the bytes that are there, and all memory is bounded.
 */
package org.rpcrdma.capture;
