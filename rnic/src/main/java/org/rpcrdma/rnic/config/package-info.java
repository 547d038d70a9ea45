// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Settings, limits and statistics of a software RNIC.
 *
 * @since 0.1.0
 */
package org.rpcrdma.rnic.config;
