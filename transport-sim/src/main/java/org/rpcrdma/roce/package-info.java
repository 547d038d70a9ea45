// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the format of RoCEv2 packets, which captures and the NIC's datagrams share: offsets of header fields,
 * opcodes, syndromes, the invariant CRC.
 */
package org.rpcrdma.roce;
