// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: a host's event loops, and the delivery of a device's asynchronous events to them. */
package org.rpcrdma.rnic.host;
