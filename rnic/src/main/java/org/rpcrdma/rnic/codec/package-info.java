// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: packets as RoCEv2 datagrams, both ways. */
package org.rpcrdma.rnic.codec;
