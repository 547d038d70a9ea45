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
 * Services for demonstrations and tests, as ONC RPC programs (RFC 5531): one that answers what it gets, and a store whose READ
 * and WRITE move their data by chunks. Their clients stage calls with {@link org.rpcrdma.transport.service.EchoProtocol} and
 * {@link org.rpcrdma.transport.service.StoreProtocol}, which say how messages look.
 */
package org.rpcrdma.transport.service;
