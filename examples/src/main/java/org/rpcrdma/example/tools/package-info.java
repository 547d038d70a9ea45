// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Counterparts of Linux's own tools for RDMA devices, which are at hand wherever RDMA is: rping and perftest.
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.example.tools;
