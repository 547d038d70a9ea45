// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: finds the InfiniBand transport's datagrams in captured frames by stripping the link, tunnel and IP headers.
 */
package org.rpcrdma.capture.frame;
