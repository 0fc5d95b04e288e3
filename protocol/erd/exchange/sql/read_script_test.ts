import { assertEquals } from "@std/assert";
import { guessDialect } from "./dialect.ts";
import { readDdl } from "./reader.ts";

const MYSQL = `-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`member\`;
CREATE TABLE \`member\` (
  \`id\` int(10) unsigned NOT NULL AUTO_INCREMENT,
  \`email\` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL COMMENT 'where; it\\'s sent',
  \`stage\` enum('new','it''s') NOT NULL DEFAULT 'new',
  \`seen\` timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  \`active\` tinyint(1) NOT NULL DEFAULT 1,
  \`full\` varchar(99) GENERATED ALWAYS AS (concat(\`email\`, ';')) STORED,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`own\` (\`email\`,\`stage\`),
  KEY \`prefix\` (\`email\`(10)),
  FULLTEXT KEY \`words\` (\`email\`),
  CONSTRAINT \`positive\` CHECK (\`id\` > 0)
) ENGINE=InnoDB AUTO_INCREMENT=5 DEFAULT CHARSET=utf8mb4 COMMENT='All of them';
LOCK TABLES \`member\` WRITE;
INSERT INTO \`member\` VALUES (1,'a;b','new'),(2,'it\\'s','new');
INSERT INTO \`member\` VALUES (3,'c','new');
UNLOCK TABLES;
CREATE TABLE \`loan\` (
  \`member_id\` int(10) unsigned NOT NULL,
  \`no\` int NOT NULL,
  KEY \`loan_member\` (\`member_id\`),
  PRIMARY KEY (\`member_id\`,\`no\`),
  CONSTRAINT \`loan_member\` FOREIGN KEY (\`member_id\`) REFERENCES \`member\` (\`id\`) ON DELETE CASCADE ON UPDATE NO ACTION
);
DELIMITER ;;
CREATE TRIGGER t BEFORE INSERT ON loan FOR EACH ROW BEGIN SET NEW.no = 1; CREATE TABLE no_table (id int); END ;;
DELIMITER ;
CREATE VIEW v AS SELECT * FROM member;
`;

Deno.test("readDdl() reads a dump of MySQL, and lists what it passes over", () => {
  assertEquals(guessDialect(MYSQL), "mysql");
  const { definition, remarks } = readDdl(MYSQL, "mysql", "Lending");
  assertEquals(definition.entities, [
    {
      name: "member",
      description: "All of them",
      attributes: [
        { name: "id", type: "serial unsigned", key: "pk", check: "id > 0" },
        { name: "email", type: "string", description: "where; it's sent" },
        { name: "stage", type: "member_stage", default: "'new'" },
        { name: "seen", type: "timestamp", nullable: true, default: "CURRENT_TIMESTAMP" },
        { name: "active", type: "boolean", default: "1" },
        { name: "full", type: "varchar(99)", nullable: true },
      ],
      keys: [{ name: "own", attributes: ["email", "stage"] }],
      indexes: [{ name: "prefix", attributes: ["email"] }],
    },
    {
      name: "loan",
      attributes: [
        { name: "member_id", type: "int unsigned", key: "pk", references: "member.id" },
        { name: "no", type: "int", key: "pk" },
      ],
    },
  ]);
  assertEquals(definition.relationships, [{ from: "member", to: "loan", cardinality: "1:N" }]);
  assertEquals(definition.enums, [{ name: "member_stage", values: ["new", "it's"] }]);
  assertEquals(remarks.map(({ line, message }) => `${line}: ${message}`), [
    "3: Passed over: DROP TABLE member.",
    '10: The expression of the column "member.full" was left out.',
    '14: FULLTEXT of "member" was left out.',
    "18: Passed over: INSERT INTO member (2 times).",
    "26: An action ON DELETE or ON UPDATE of a foreign key was left out.",
    "29: Passed over: CREATE TRIGGER t.",
    "31: Passed over: CREATE VIEW v.",
  ]);
});

const TSQL = `USE [shop]
GO
SET ANSI_NULLS ON
GO
/****** Object:  Table [dbo].[Order Line] ******/
CREATE TABLE [dbo].[Order Line](
	[Id] [int] IDENTITY(1,1) NOT NULL,
	[Order Id] [uniqueidentifier] NOT NULL,
	[Title] [nvarchar](max) NULL,
	[Price] [decimal](10, 2) NOT NULL,
	[Sum]  AS ([Price]*(2)),
 CONSTRAINT [PK_Line] PRIMARY KEY CLUSTERED ([Id] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY]
) ON [PRIMARY] TEXTIMAGE_ON [PRIMARY]
GO
CREATE TABLE [sales].[Order](
	[Id] [uniqueidentifier] NOT NULL CONSTRAINT [DF_Id] DEFAULT (newid()),
	[Seen] [datetime2](7) NULL,
	PRIMARY KEY ([Id])
)
GO
ALTER TABLE [dbo].[Order Line] ADD  CONSTRAINT [DF_Price]  DEFAULT ((0)) FOR [Price]
GO
ALTER TABLE [dbo].[Order Line]  WITH CHECK ADD  CONSTRAINT [FK_Line_Order] FOREIGN KEY([Order Id])
REFERENCES [sales].[Order] ([Id])
ON DELETE SET NULL
GO
ALTER TABLE [dbo].[Order Line] CHECK CONSTRAINT [FK_Line_Order]
GO
ALTER TABLE [dbo].[Order Line]  WITH CHECK ADD  CONSTRAINT [CK_Price] CHECK  (([Price]>=(0)))
GO
CREATE UNIQUE NONCLUSTERED INDEX [Own Index] ON [dbo].[Order Line] ([Order Id] ASC, [Price] DESC)
GO
EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'One product' , @level0type=N'SCHEMA',@level0name=N'dbo', @level1type=N'TABLE',@level1name=N'Order Line'
GO
CREATE PROCEDURE [dbo].[Work] AS
BEGIN
  CREATE TABLE #temp (id int);
  SELECT 1;
END
GO
`;

Deno.test("readDdl() reads a script of SQL Server", () => {
  assertEquals(guessDialect(TSQL), "tsql");
  const { definition, remarks } = readDdl(TSQL, "tsql", "Shop");
  assertEquals(definition.entities, [
    {
      name: "Order Line",
      description: "One product",
      attributes: [
        { name: "Id", type: "serial" },
        { name: "Order Id", type: "uuid", references: "Order.Id" },
        { name: "Title", type: "text", nullable: true },
        { name: "Price", type: "decimal(10,2)", default: "0", check: '"Price">=(0)' },
        { name: "Sum", type: "string", nullable: true },
      ],
      keys: [{ name: "PK_Line", attributes: ["Id"], primary: true }],
      indexes: [{ name: "Own Index", attributes: ["Order Id", "Price DESC"], unique: true }],
    },
    {
      name: "Order",
      attributes: [
        { name: "Id", type: "uuid", key: "pk", default: "newid()" },
        { name: "Seen", type: "datetime", nullable: true },
      ],
    },
  ]);
  assertEquals(remarks.map(({ line, message }) => `${line}: ${message}`), [
    '11: The expression of the column "Order Line.Sum" was left out.',
    "24: An action ON DELETE or ON UPDATE of a foreign key was left out.",
    "35: Passed over: CREATE PROCEDURE dbo.Work.",
  ]);
});
