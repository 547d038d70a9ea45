// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: the event loops of a host, and the asynchronous events that they take from a device. */
package org.rpcrdma.rnic.host;
